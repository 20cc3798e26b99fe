//! The catalogues are whole: in every language, and for everything that can be asked for.

mod asked;
mod catalogues;
mod distinct;
mod samples;
mod sentences;
