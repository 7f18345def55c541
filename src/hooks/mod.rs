//! Hooks shared by several applications.

mod bus;
mod by_identity;
mod hidden;
mod loaded;
mod observable;
mod route;
mod seen;
mod settings;
mod window_event;

pub use bus::{use_bus, use_lab_play};
pub use by_identity::ByIdentity;
pub use hidden::use_tab_hidden;
pub use loaded::use_loaded;
pub use observable::{Refresh, use_observable, use_observable_when};
pub use route::{current_route, use_page_of_route, use_route};
pub use seen::use_when_seen;
pub use settings::{
    STORAGE_KEY as SETTINGS_KEY, SettingsDispatcher, SettingsHandle, SettingsStore, settings_fault,
    use_settings, use_settings_store,
};
pub use window_event::use_window_event;
