//! Numbers in `games.csv`. Each is rounded once, before anything uses it, so that statistics computed while playing equal those
//! computed from the file.

use super::table::{Field, FieldKind};
use dropline_engine::decimal::{self, Decimal, LONGEST};

/// A mean number of legal actions, in ten-thousandths.
pub type Branching = Decimal<u64, 4>;

/// A measure of a game, 0 or more and usually at most 1, in millionths.
pub type Millionths = Decimal<u64, 6>;

macro_rules! fields {
    ($($number:ty: $expected:literal),* $(,)?) => {$(
        impl Field for $number {
            const KIND: FieldKind = FieldKind::Number;
            fn expected() -> String {
                $expected.to_owned()
            }
            fn from_field(text: &str) -> Option<Self> {
                read(text)
            }
            fn put_to(&self, put: &mut dyn FnMut(&[u8])) {
                put(self.fixed(&mut [0; LONGEST]));
            }
        }

        /// The field of a number that is missing is empty.
        impl Field for Option<$number> {
            const KIND: FieldKind = FieldKind::Number;
            fn expected() -> String {
                concat!($expected, ", or nothing").to_owned()
            }
            fn from_field(text: &str) -> Option<Self> {
                if text.is_empty() { Some(None) } else { read(text).map(Some) }
            }
            fn put_to(&self, put: &mut dyn FnMut(&[u8])) {
                match self {
                    Some(number) => number.put_to(put),
                    None => put(b""),
                }
            }
        }
    )*};
}

fields! {
    Branching: "a number of actions from 0 to 1000000 with at most four decimals",
    Millionths: "a number from 0 to 1000000 with at most six decimals",
}

/// A number from 0 to a million.
fn read<const PLACES: usize>(text: &str) -> Option<Decimal<u64, PLACES>> {
    let units = u64::try_from(decimal::parse(text, PLACES)?).ok()?;
    (units <= 1_000_000 * Decimal::<u64, PLACES>::UNIT).then_some(Decimal::of(units))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field<T: Field>(value: &T) -> String {
        let mut text = String::new();
        value.put_to(&mut |field| text = String::from_utf8(field.to_owned()).unwrap());
        text
    }

    #[test]
    fn numbers_are_written_with_all_decimals_and_read_back() {
        for (legal, decisions, text) in
            [(200, 3, "66.6667"), (1, 3, "0.3333"), (7, 1, "7.0000"), (1, 20_000, "0.0001"), (0, 0, "0.0000")]
        {
            let mean = Branching::ratio(legal, decisions);
            assert_eq!((field(&mean).as_str(), Branching::from_field(text)), (text, Some(mean)));
        }
        let third = Millionths::ratio(1, 3);
        assert_eq!((field(&third).as_str(), Millionths::from_field("0.333333")), ("0.333333", Some(third)));
    }

    #[test]
    fn a_missing_value_is_an_empty_field() {
        assert_eq!(field(&None::<Millionths>), "");
        assert_eq!(field(&Some(Millionths::ratio(1, 2))), "0.500000");
        assert_eq!(Option::<Millionths>::from_field(""), Some(None));
        assert_eq!(Option::<Millionths>::from_field("0.5"), Some(Some(Millionths::ratio(1, 2))));
        for wrong in ["-1", "0.0000005", "half", "NaN", "1000001"] {
            assert_eq!(Option::<Millionths>::from_field(wrong), None, "{wrong}");
        }
    }
}
