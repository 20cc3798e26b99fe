//! Options that take one of a few values: every enum of the messages lists its values in the order of the rules crate, from 1; 0 is
//! the default, which comes first.

use super::read::FieldFault;

/// The choice of a number among all of its kind; the default, with a fault noted, for a number that is none.
pub(super) fn choice<T: Copy>(field: &'static str, all: &[T], value: i32, faults: &mut Vec<FieldFault>) -> T {
    let index = usize::try_from(value).unwrap_or(usize::MAX);
    match all.get(index.saturating_sub(1)) {
        Some(choice) => *choice,
        None => {
            faults.push((field, format!("{value} is no value of this option; it has 1 to {}", all.len())));
            all[0]
        }
    }
}

/// The number of a choice.
pub(super) fn choice_to_wire<T: PartialEq>(all: &[T], choice: &T) -> i32 {
    let index = all.iter().position(|c| c == choice).expect("a choice is among all of its kind");
    i32::try_from(index + 1).expect("an option has few values")
}

/// A choice that is written as a number, such as 25 or 50, told by its name.
pub(super) fn named_number<T: Copy>(
    field: &'static str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
    value: Option<i64>,
    faults: &mut Vec<FieldFault>,
) -> T {
    let Some(value) = value else { return all[0] };
    all.iter().copied().find(|c| name(*c) == value.to_string()).unwrap_or_else(|| {
        let names: Vec<_> = all.iter().map(|c| name(*c)).collect();
        faults.push((field, format!("must be {}, not {value}", names.join(" or "))));
        all[0]
    })
}

/// A number in a range; the default, with a fault noted, for one outside.
pub(super) fn ranged<T, E: ToString>(
    field: &'static str,
    default: T,
    value: Option<u32>,
    new: impl Fn(i64) -> Result<T, E>,
    faults: &mut Vec<FieldFault>,
) -> T {
    match value.map(|number| new(number.into())) {
        None => default,
        Some(Ok(number)) => number,
        Some(Err(fault)) => {
            faults.push((field, fault.to_string()));
            default
        }
    }
}
