//! What survives when processes and connections die in the worst moments, through the real binaries.
//!
//! What lives here: the tests, and what they compare: what players were told ([`told`]) against the records. What must not:
//! rules of the game (players take any legal move that they are shown) and waiting for a time instead of a condition.

mod audit;
mod ground;
mod hammer;
mod kill;
mod ladder;
mod late;
mod player;
mod say;
mod season;
mod seats;
mod tally;
mod told;
mod turn;
mod unknown_fate;
mod zombie;
