//! Accounts: who somebody is, by what key, under what name.

mod deletion;
mod device_key;
mod guest;
mod made_up_name;
mod profile;

pub use device_key::DeviceKey;
pub use profile::{Account, AccountChange};
pub(crate) use profile::{lock_account, read_locale};
