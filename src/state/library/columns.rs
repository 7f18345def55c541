//! Columns of the games table and its sort order.

use tabia_library::{Column, Order};

/// Column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableColumn {
    /// What the column shows.
    pub column: Column,
    /// Its name in the address and the style sheet.
    pub word: &'static str,
    /// Whether the first click sorts in descending order.
    pub is_greatest_first: bool,
}

const fn column(column: Column, word: &'static str, is_greatest_first: bool) -> TableColumn {
    TableColumn { column, word, is_greatest_first }
}

/// All columns, from left to right.
pub const COLUMNS: [TableColumn; 11] = [
    column(Column::Number, "number", false),
    column(Column::White, "white", false),
    column(Column::WhiteElo, "white-elo", true),
    column(Column::Black, "black", false),
    column(Column::BlackElo, "black-elo", true),
    column(Column::Result, "result", false),
    column(Column::Date, "date", true),
    column(Column::Eco, "eco", false),
    column(Column::Opening, "opening", false),
    column(Column::Event, "event", false),
    column(Column::Plies, "plies", true),
];

/// Returns the order after a click on a column: sorted by it, or reversed if it already was.
pub fn clicked(order: Order, column: Column) -> Order {
    let first = COLUMNS.iter().find(|other| other.column == column);
    let descending = if order.column == column {
        !order.descending
    } else {
        first.is_some_and(|first| first.is_greatest_first)
    };
    Order { column, descending }
}

/// Parses the order in an address: `date`, or `-date` for descending.
pub fn of_word(word: &str) -> Option<Order> {
    let (descending, name) = word.strip_prefix('-').map_or((false, word), |name| (true, name));
    let column = COLUMNS.iter().find(|column| column.word == name)?.column;
    Some(Order { column, descending })
}

/// Returns the order for the address.
pub fn word(order: Order) -> Option<String> {
    let name = COLUMNS.iter().find(|column| column.column == order.column)?.word;
    let sign = if order.descending { "-" } else { "" };
    Some(format!("{sign}{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_click_turns_the_order_round() {
        let by_date = clicked(Order::default(), Column::Date);
        assert_eq!(by_date, Order { column: Column::Date, descending: true });
        assert_eq!(clicked(by_date, Column::Date), Order { column: Column::Date, descending: false });
        assert!(!clicked(by_date, Column::White).descending);
    }

    #[test]
    fn every_order_has_its_word() {
        for column in COLUMNS {
            for descending in [false, true] {
                let order = Order { column: column.column, descending };
                assert_eq!(word(order).and_then(|word| of_word(&word)), Some(order));
            }
        }
        assert_eq!(of_word("nothing"), None);
    }
}
