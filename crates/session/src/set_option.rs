//! `setoption`: stores the value and applies its effect.

use tabia_uci::SetOption;

use crate::files::no_files;
use crate::host::{Host, say};
use crate::option_table::{self, Effect};
use crate::own_book::OwnBook;
use crate::session::{Session, host_features, lend_threads};

impl Session {
    pub(crate) fn set_option(&mut self, host: &mut impl Host, option: &SetOption) {
        let spec = match option_table::find(&option.name, host_features(host)) {
            Ok(spec) => spec,
            Err(error) => return say(host, error.to_string()),
        };
        // Learned data so far belongs to the old file or book.
        match spec.effect {
            Effect::LearnFile => self.save_learned(host),
            Effect::BookFile | Effect::BookLearnFile => {
                self.own_book.finish_game(host, &self.options.book);
            }
            _ => {}
        }
        match spec.set(&mut self.options, option.value.as_deref().unwrap_or("")) {
            Ok(effect) => self.apply(host, effect),
            Err(error) => say(host, error.to_string()),
        }
    }

    fn apply(&mut self, host: &mut impl Host, effect: Effect) {
        if let Some(engine) = self.engine.as_mut() {
            engine.settings = self.options.settings();
        }
        let book = &self.options.book;
        match effect {
            Effect::None => {}
            Effect::ClearHash => {
                if let Some(engine) = self.engine.as_mut() {
                    engine.clear();
                }
            }
            Effect::HashSize => self.resize_hash(host),
            Effect::Threads => {
                if let Some(engine) = self.engine.as_mut() {
                    lend_threads(host, engine, self.options.threads());
                }
            }
            Effect::DebugLogFile => {
                if let Err(error) = host.log_to(&self.options.debug_log_file) {
                    self.options.debug_log_file.clear();
                    say(host, format!("setoption Debug Log File: {error}; nothing is logged"));
                }
            }
            Effect::LearnFile => self.load_learned(host),
            Effect::EvalFile => self.read_net(host),
            Effect::SyzygyPath => self.open_tablebases(host),
            Effect::BookFile => self.own_book.open(host, book),
            Effect::BookLearnFile => OwnBook::open_lessons(host, book),
            Effect::BookLearning => OwnBook::switch_learning(host, book),
        }
    }

    fn resize_hash(&mut self, host: &mut impl Host) {
        let Some(engine) = self.engine.as_mut() else { return };
        if let Err(error) = engine.set_hash_megabytes(self.options.hash_megabytes()) {
            let megabytes = engine.hash_megabytes();
            self.options.set_hash_megabytes(megabytes);
            say(host, format!("setoption Hash: {error}; {megabytes} MB are in use"));
        }
    }

    /// Opens the tablebases that `SyzygyPath` names, or closes them.
    fn open_tablebases(&mut self, host: &mut impl Host) {
        let path = self.options.syzygy_path.clone();
        let tablebase = if path.is_empty() {
            None
        } else {
            let opened = host
                .tablebase_source()
                .map_or_else(|| Err(no_files(&path)), |source| source.open_tablebases(&path));
            match opened {
                Ok((tablebase, found)) => {
                    say(host, found);
                    Some(tablebase)
                }
                Err(error) => {
                    say(host, format!("setoption SyzygyPath: {error}; there are no tablebases now"));
                    None
                }
            }
        };
        self.engine(host).set_tablebase(tablebase);
    }
}
