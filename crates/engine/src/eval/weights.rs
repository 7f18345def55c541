//! The parameters of the evaluation with names and indices, so that a tuner can find and change them.

use super::packed::Packed;
use crate::value::Value;

/// A parameter of the evaluation with its index among all of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight<T> {
    pub(super) value: T,
    /// Not used in play, where only the value is added.
    pub(super) index: u16,
}

/// A named parameter, or a table of them; `A` is the type of the value or a (nested) array of it.
pub(super) struct WeightTable<A> {
    pub(super) values: A,
    /// The index of the first parameter.
    pub(super) start: u16,
}

impl<T: Copy> WeightTable<T> {
    /// The parameter, if it is a single one.
    #[inline(always)]
    pub(super) fn get(&self) -> Weight<T> {
        Weight { value: self.values, index: self.start }
    }
}

impl<T: Copy, const N: usize> WeightTable<[T; N]> {
    #[inline(always)]
    pub(super) fn at(&self, index: usize) -> Weight<T> {
        Weight { value: self.values[index], index: self.start + index as u16 }
    }
}

impl<T: Copy, const N: usize, const M: usize> WeightTable<[[T; M]; N]> {
    #[inline(always)]
    pub(super) fn at2(&self, row: usize, column: usize) -> Weight<T> {
        Weight { value: self.values[row][column], index: self.start + (row * M + column) as u16 }
    }
}

impl<T: Copy, const N: usize, const M: usize, const L: usize> WeightTable<[[[T; L]; M]; N]> {
    #[inline(always)]
    pub(super) fn at3(&self, plane: usize, row: usize, column: usize) -> Weight<T> {
        let index = (plane * M + row) * L + column;
        Weight { value: self.values[plane][row][column], index: self.start + index as u16 }
    }
}

/// A parameter or an array of parameters as a list.
pub(super) trait Flat {
    /// Whether each has a middlegame and an endgame part.
    const IS_PACKED: bool;

    /// Appends all values as (middlegame, endgame); a plain number is its own middlegame part.
    fn flatten(&self, list: &mut Vec<[Value; 2]>);
}

impl Flat for Packed {
    const IS_PACKED: bool = true;

    fn flatten(&self, list: &mut Vec<[Value; 2]>) {
        list.push([self.middlegame(), self.endgame()]);
    }
}

impl Flat for i32 {
    const IS_PACKED: bool = false;

    fn flatten(&self, list: &mut Vec<[Value; 2]>) {
        list.push([*self, 0]);
    }
}

impl<T: Flat, const N: usize> Flat for [T; N] {
    const IS_PACKED: bool = T::IS_PACKED;

    fn flatten(&self, list: &mut Vec<[Value; 2]>) {
        for part in self {
            part.flatten(list);
        }
    }
}

/// One parameter of the evaluation, or a table of them, as the tuner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name in the source.
    pub name: &'static str,
    /// The index of its first value among all values.
    pub start: usize,
    /// Whether the numbers have a middlegame and an endgame part.
    pub is_packed: bool,
    /// The values as (middlegame, endgame), in centipawns unless the description of the parameter says
    /// otherwise; plain numbers are in the first half.
    pub values: Vec<[Value; 2]>,
}

/// Declares the parameters of the evaluation: a static [`WeightTable`] for each, and `all()`, which lists
/// them.
macro_rules! parameters {
    ($($(#[$attribute:meta])* $name:ident: $type:ty = $value:expr;)*) => {
        /// Every value takes four bytes, so offsets in this struct are four times the index.
        #[allow(non_snake_case, dead_code)]
        #[repr(C)]
        struct Layout {
            $($name: $type,)*
        }

        $(
            $(#[$attribute])*
            pub(super) static $name: WeightTable<$type> =
                WeightTable { values: $value, start: (std::mem::offset_of!(Layout, $name) / 4) as u16 };
        )*

        /// All numbers, in the order of the source.
        pub(super) fn all() -> Vec<Parameter> {
            vec![$({
                let mut values = Vec::new();
                $name.values.flatten(&mut values);
                Parameter {
                    name: stringify!($name),
                    start: $name.start.into(),
                    is_packed: <$type as Flat>::IS_PACKED,
                    values,
                }
            },)*]
        }
    };
}

pub(super) use parameters;
