//! The contract of every store, run natively against the in-memory store and in the browser against IndexedDB.

// Imported from the including module: the tests here, or those that run in the browser.
use super::{Change, Content, Key, Range, Record, Store, StoreError, Table};

type Outcome = Result<(), String>;

macro_rules! ensure {
    ($condition:expr) => {
        if !$condition {
            return Err(format!("line {}: {}", line!(), stringify!($condition)));
        }
    };
}

#[allow(clippy::needless_pass_by_value)] // For map_err.
fn told(error: StoreError) -> String {
    format!("unexpected: {error}")
}

fn record(json: &str) -> Record {
    Record { json: json.to_owned(), ..Record::default() }
}

fn put(table: Table, key: Key, json: &str) -> Change {
    Change::Put { table, key, record: record(json) }
}

async fn listed(store: &dyn Store, table: Table, range: Range, limit: usize) -> Result<Vec<String>, String> {
    let records = store.list(table, range.clone(), limit).await.map_err(told)?;
    let keys = store.keys(table, range, limit).await.map_err(told)?;
    let of_records: Vec<Key> = records.iter().map(|(key, _)| key.clone()).collect();
    if of_records != keys {
        return Err(format!("records under {of_records:?}, keys {keys:?}"));
    }
    Ok(records.into_iter().map(|(_, record)| record.json).collect())
}

/// Checks every rule, against an empty store.
pub async fn check(store: &dyn Store) -> Outcome {
    what_is_put_is_found(store).await?;
    keys_are_ordered(store).await?;
    ranges_are_exact(store).await?;
    changes_are_all_or_none(store).await?;
    expectations_are_met_or_nothing_changes(store).await?;
    contents_are_kept(store).await
}

async fn what_is_put_is_found(store: &dyn Store) -> Outcome {
    let key = || Key::of("one").and(1_u64);
    ensure!(store.get(Table::Units, key()).await.map_err(told)?.is_none());
    store.apply(vec![put(Table::Units, key(), "{\"a\":1}")]).await.map_err(told)?;
    store.apply(vec![put(Table::Matches, key(), "elsewhere")]).await.map_err(told)?;
    let found = store.get(Table::Units, key()).await.map_err(told)?.ok_or("it was put")?;
    ensure!(found.json == "{\"a\":1}" && found.content.is_none());
    store.apply(vec![put(Table::Units, key(), "again")]).await.map_err(told)?;
    ensure!(listed(store, Table::Units, Range::all(), 9).await? == ["again"]);
    store
        .apply(vec![
            Change::Delete { table: Table::Units, key: key() },
            Change::Delete { table: Table::Units, key: Key::of("never there") },
        ])
        .await
        .map_err(told)?;
    ensure!(store.count(Table::Units, Range::all()).await.map_err(told)? == 0);
    ensure!(store.count(Table::Matches, Range::all()).await.map_err(told)? == 1);
    store.apply(Vec::new()).await.map_err(told)
}

async fn keys_are_ordered(store: &dyn Store) -> Outcome {
    // Numbers by value, before texts; texts by UTF-16, where U+FF5E comes after U+1F600.
    let keys = [
        Key::of(2_u64),
        Key::of(2_u64).and(0_u64),
        Key::of(10_u64),
        Key::of(9_007_199_254_740_991_u64),
        Key::of(""),
        Key::of("").and("z"),
        Key::of("10"),
        Key::of("2"),
        Key::of("ä"),
        Key::of("😀"),
        Key::of("～"),
    ];
    let sorted = keys.is_sorted();
    ensure!(sorted);
    let backwards = keys.iter().rev().map(|key| put(Table::Files, key.clone(), &key.to_string())).collect();
    store.apply(backwards).await.map_err(told)?;
    ensure!(store.keys(Table::Files, Range::all(), usize::MAX).await.map_err(told)? == keys);
    store
        .apply(vec![Change::DeleteBelow { table: Table::Files, prefix: Key::default() }])
        .await
        .map_err(told)?;
    ensure!(store.count(Table::Files, Range::all()).await.map_err(told)? == 0);
    Ok(())
}

async fn ranges_are_exact(store: &dyn Store) -> Outcome {
    let mut changes = vec![put(Table::Documents, Key::of("match"), "itself")];
    for id in ["mat", "match", "match2", "n"] {
        changes.extend(
            (0..12_u64).map(|unit| put(Table::Documents, Key::of(id).and(unit), &format!("{id}{unit}"))),
        );
    }
    store.apply(changes).await.map_err(told)?;
    let below = || Range::below(Key::of("match"));
    ensure!(store.count(Table::Documents, below()).await.map_err(told)? == 13);
    ensure!(listed(store, Table::Documents, below(), 3).await? == ["itself", "match0", "match1"]);
    ensure!(listed(store, Table::Documents, below(), 0).await?.is_empty());
    let rest = below().after(Key::of("match").and(9_u64));
    ensure!(listed(store, Table::Documents, rest, 100).await? == ["match10", "match11"]);
    let before = below().after(Key::of("mat"));
    ensure!(store.count(Table::Documents, before).await.map_err(told)? == 13);
    let beyond = below().after(Key::of("n"));
    ensure!(store.count(Table::Documents, beyond).await.map_err(told)? == 0);
    let all_after = Range::all().after(Key::of("n").and(10_u64));
    ensure!(listed(store, Table::Documents, all_after, 100).await? == ["n11"]);
    store
        .apply(vec![Change::DeleteBelow { table: Table::Documents, prefix: Key::of("match") }])
        .await
        .map_err(told)?;
    ensure!(store.count(Table::Documents, below()).await.map_err(told)? == 0);
    ensure!(store.count(Table::Documents, Range::all()).await.map_err(told)? == 36);
    Ok(())
}

async fn changes_are_all_or_none(store: &dyn Store) -> Outcome {
    let insert = |key: &str| Change::Insert { table: Table::Matches, key: Key::of(key), record: record(key) };
    store.apply(vec![insert("first")]).await.map_err(told)?;
    let refused = store
        .apply(vec![
            put(Table::Matches, Key::of("second"), "second"),
            Change::DeleteBelow { table: Table::Documents, prefix: Key::default() },
            insert("first"),
            insert("third"),
        ])
        .await;
    ensure!(refused == Err(StoreError::Exists { key: Key::of("first") }));
    ensure!(store.get(Table::Matches, Key::of("second")).await.map_err(told)?.is_none());
    ensure!(store.get(Table::Matches, Key::of("third")).await.map_err(told)?.is_none());
    ensure!(store.count(Table::Documents, Range::all()).await.map_err(told)? == 36);
    // In order: a deleted record can be inserted again.
    store
        .apply(vec![Change::Delete { table: Table::Matches, key: Key::of("first") }, insert("first")])
        .await
        .map_err(told)
}

async fn expectations_are_met_or_nothing_changes(store: &dyn Store) -> Outcome {
    let key = || Key::of("game");
    let expect = |revision| Change::Expect { table: Table::Games, key: key(), revision };
    let write = |revision: u64, json: &str| Change::Put {
        table: Table::Games,
        key: key(),
        record: record(json).revised(revision),
    };
    let text = |json: &str| put(Table::GameTexts, key(), json);
    let refused = store.apply(vec![text("t0"), expect(0), write(1, "one")]).await;
    ensure!(refused == Err(StoreError::Conflict { key: key(), found: None }));
    ensure!(store.count(Table::GameTexts, Range::all()).await.map_err(told)? == 0);
    store.apply(vec![write(1, "one"), text("t1")]).await.map_err(told)?;
    store.apply(vec![expect(1), write(2, "two"), text("t2")]).await.map_err(told)?;
    let refused = store.apply(vec![text("t3"), expect(1), write(2, "three")]).await;
    ensure!(refused == Err(StoreError::Conflict { key: key(), found: Some(2) }));
    let found = store.get(Table::Games, key()).await.map_err(told)?.ok_or("it was put")?;
    ensure!(found.json == "two" && found.revision == 2);
    ensure!(listed(store, Table::GameTexts, Range::all(), 9).await? == ["t2"]);
    // In order: later changes see what earlier changes of the same call wrote.
    store.apply(vec![expect(2), write(3, "three"), expect(3), write(4, "four")]).await.map_err(told)?;
    let refused = store.apply(vec![write(5, "five"), expect(4)]).await;
    ensure!(refused == Err(StoreError::Conflict { key: key(), found: Some(5) }));
    let gone = Change::Delete { table: Table::Games, key: key() };
    let refused = store.apply(vec![expect(3), gone.clone()]).await;
    ensure!(refused == Err(StoreError::Conflict { key: key(), found: Some(4) }));
    store.apply(vec![expect(4), gone]).await.map_err(told)?;
    ensure!(store.count(Table::Games, Range::all()).await.map_err(told)? == 0);
    // A record written without a revision has revision 0.
    store.apply(vec![put(Table::Games, key(), "old")]).await.map_err(told)?;
    store.apply(vec![expect(0), Change::Delete { table: Table::Games, key: key() }]).await.map_err(told)
}

async fn contents_are_kept(store: &dyn Store) -> Outcome {
    let bytes: Vec<u8> = (0..=255).cycle().take(70_000).collect();
    let key = || Key::of("file").and("ab");
    let record = record("{}").with(Content::from(bytes.clone()));
    store.apply(vec![Change::Put { table: Table::Contents, key: key(), record }]).await.map_err(told)?;
    let found = store.get(Table::Contents, key()).await.map_err(told)?.ok_or("it was put")?;
    let content = found.content.ok_or("it had a content")?;
    ensure!(content.size() == 70_000);
    ensure!(*content.bytes().await.map_err(told)? == *bytes);
    ensure!(*content.slice(69_990, 80_000).bytes().await.map_err(told)? == bytes[69_990..]);
    ensure!(content.slice(80_000, 90_000).size() == 0);
    Ok(())
}

/// Makes the same random changes in two stores and compares their contents after each.
pub async fn compare(one: &dyn Store, other: &dyn Store, seed: u64, rounds: usize) -> Outcome {
    let mut random = Random(seed | 1);
    for round in 0..rounds {
        let changes: Vec<Change> = (0..=random.below(4)).map(|_| random.change()).collect();
        let results = (one.apply(changes.clone()).await, other.apply(changes.clone()).await);
        if results.0 != results.1 {
            return Err(format!("seed {seed}, round {round}: {results:?} for {changes:?}"));
        }
        for table in [Table::Documents, Table::Units] {
            let mut range = Range::below(random.key());
            if random.below(2) == 0 {
                range = range.after(random.key());
            }
            let limit = 1 + random.below(20) as usize;
            let (first, second) = (
                listed(one, table, range.clone(), limit).await?,
                listed(other, table, range.clone(), limit).await?,
            );
            if first != second {
                return Err(format!("seed {seed}, round {round}, {range:?}: {first:?} and {second:?}"));
            }
            let counts = (one.count(table, range.clone()).await, other.count(table, range).await);
            if counts.0 != counts.1 {
                return Err(format!("seed {seed}, round {round}: counts {counts:?}"));
            }
        }
    }
    Ok(())
}

/// Marsaglia's xorshift64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn key(&mut self) -> Key {
        let mut key = Key::default();
        for _ in 0..self.below(4) {
            key = match self.below(5) {
                0 => key.and("a"),
                1 => key.and("a～"),
                2 => key.and("a😀"),
                _ => key.and(self.below(3)),
            };
        }
        key
    }

    fn change(&mut self) -> Change {
        let table = if self.below(2) == 0 { Table::Documents } else { Table::Units };
        // A key needs at least one part.
        let key = self.key().and(self.below(3));
        let record = record(&self.below(1_000_000).to_string()).revised(self.below(2));
        match self.below(11) {
            10 => Change::Expect { table, key, revision: self.below(2) },
            0..=5 => Change::Put { table, key, record },
            6..=7 => Change::Insert { table, key, record },
            8 => Change::Delete { table, key },
            _ => Change::DeleteBelow { table, prefix: key },
        }
    }
}
