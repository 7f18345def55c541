//! Line icons, drawn in the text's colour. Decorative: the containing control has the accessible name.

use yew::prelude::*;

/// The icons of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// Open a game.
    Open,
    /// A new game.
    Plus,
    /// To the start of the game.
    First,
    /// One move back.
    Previous,
    /// One move on.
    Next,
    /// To the end of the game.
    Last,
    /// Flip the board.
    Flip,
    /// Copy to the clipboard.
    Copy,
    /// Done.
    Check,
    /// Close.
    Close,
    /// Light theme.
    Sun,
    /// Dark theme.
    Moon,
    /// The system's theme.
    System,
    /// Keyboard help.
    Keyboard,
    /// Sliders: the settings.
    Settings,
    /// A warning.
    Warning,
    /// Information.
    Info,
    /// A chip: the engine.
    Engine,
    /// Minus: less.
    Minus,
    /// A file.
    File,
    /// The clipboard.
    Paste,
    /// Retry.
    Retry,
    /// Chevron: show more.
    Chevron,
    /// A crosshair: threat.
    Threat,
    /// Bars to both sides of a line: the evaluation explained.
    Explain,
    /// A chess board: the analysis.
    Board,
    /// A flask: the Lab.
    Flask,
    /// Books on a shelf: the library.
    Library,
    /// A funnel: filters.
    Filter,
    /// A label.
    Label,
    /// Two copies: duplicate.
    Duplicate,
    /// A disk: save.
    Save,
    /// A clock running backwards: recent.
    Recent,
    /// An open book.
    Book,
    /// Start.
    Play,
    /// Pause.
    Pause,
    /// Stop.
    Stop,
    /// Download.
    Download,
    /// Upload.
    Upload,
    /// A bin.
    Delete,
    /// A pencil: edit.
    Edit,
    /// A pencil and a line: draw on the board.
    Draw,
    /// A circle on the board.
    Circle,
    /// An arrow on the board.
    Arrow,
    /// An eye: watch.
    Watch,
    /// An arrow out of a box: share.
    Share,
    /// An arrow back: undo.
    Undo,
    /// An arrow forward: redo.
    Redo,
    /// Three dots: more actions.
    More,
    /// A hand: move pieces.
    Hand,
    /// A wrench: the tools.
    Tools,
    /// A loudspeaker.
    Sound,
    /// A rising graph: the report.
    Report,
}

impl Icon {
    fn path(self) -> &'static str {
        match self {
            Self::Open => {
                "M3 7.5V18a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V9.5a2 2 0 0 0-2-2h-7l-2.5-3H5a2 2 0 0 0-2 2z"
            }
            Self::Plus => "M12 5v14M5 12h14",
            Self::Explain => "M12 3.5v17M12 7h7M12 12H5M12 17h4",
            Self::Minus => "M5 12h14",
            Self::Report => "M4 4v16h16M8 15l4-5 3 3 5-7",
            Self::First => "M18 6l-7 6 7 6zM7 6v12",
            Self::Previous => "M15 6l-7 6 7 6z",
            Self::Next => "M9 6l7 6-7 6z",
            Self::Last => "M6 6l7 6-7 6zM17 6v12",
            Self::Flip => "M7 20V5M3.5 8.5L7 5l3.5 3.5M17 4v15M13.5 15.5L17 19l3.5-3.5",
            Self::Copy => "M9 9h10v11H9zM15 9V4H5v11h4",
            Self::Check => "M5 12.5l4.5 4.5L19 7.5",
            Self::Close => "M6 6l12 12M18 6L6 18",
            Self::Sun => {
                "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4"
            }
            Self::Moon => "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
            Self::System => "M4 5h16v11H4zM9 20h6M12 16v4",
            Self::Keyboard => "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M7 14h10M18 10h.01",
            Self::Settings => {
                "M4 7h9M17 7h3M13 7a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM4 17h3M11 17h9M7 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0z"
            }
            Self::Warning => "M12 4L2.8 19.5h18.4zM12 10v4.5M12 17.2v.1",
            Self::Info => "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.5M12 7.6v.1",
            Self::Engine => "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
            Self::File => "M6 3h8l4 4v14H6zM14 3v4h4",
            Self::Paste => "M8 5H5.5v16h13V5H16M9 3h6v4H9z",
            Self::Retry => "M4.5 12a7.5 7.5 0 1 0 2.5-5.6L4.5 8.7M4.5 4v4.7h4.7",
            Self::Chevron => "M9 6l6 6-6 6",
            Self::Board => "M4 4h16v16H4zM4 12h16M12 4v16",
            Self::Flask => {
                "M9.5 3h5M10.5 3v6.5L4.8 18.5a1.7 1.7 0 0 0 1.45 2.5h11.5a1.7 1.7 0 0 0 1.45-2.5L13.5 9.5V3M7.5 15h9"
            }
            Self::Library => "M4 4.5h3.5v15H4zM9.5 4.5H13v15H9.5zM15 6.2l3.4-.9 3.6 13.6-3.4.9z",
            Self::Filter => "M3.5 5.5h17L14 13v6l-4-2v-4z",
            Self::Label => "M4 4.5h7.5l8 8-7.5 7.5-8-8zM8 8.5h.01",
            Self::Duplicate => "M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4M11.5 14h5",
            Self::Save => "M5 4.5h11l3.5 3.5v11.5H4.5v-15zM8 4.5v5h7v-5M8 19.5v-6h8v6",
            Self::Recent => "M3.5 4.5v5h5M4.2 9.2a8.5 8.5 0 1 1-.6 4.3M12 7.5V12l3.2 2",
            Self::Book => {
                "M12 6.5C10 5 7 4.5 3.5 4.5v14C7 18.5 10 19 12 20.5c2-1.5 5-2 8.5-2v-14C17 4.5 14 5 12 6.5zM12 6.5v14"
            }
            Self::Play => "M8 5.5v13l11-6.5z",
            Self::Pause => "M8 5.5v13M16 5.5v13",
            Self::Stop => "M6.5 6.5h11v11h-11z",
            Self::Download => "M12 4v11M7 10.5l5 5 5-5M4.5 20h15",
            Self::Upload => "M12 15.5v-11M7 9l5-5 5 5M4.5 20h15",
            Self::Share => "M12 15V3.5M8 7l4-3.5L16 7M7 10.5H5v10h14v-10h-2",
            Self::Delete => "M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5M13.5 11v5",
            Self::Edit => "M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM14 7l3 3",
            Self::Draw => "M4 17.5l1-4L15 3.5l3 3L8 16.5zM13 5.5l3 3M10.5 20.5h10",
            Self::Circle => "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z",
            Self::Arrow => "M4.5 19.5L19 5M9.5 4.5h10v10",
            Self::Watch => {
                "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.600z"
            }
            Self::Undo => "M9 14L4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11",
            Self::Redo => "M15 14l5-5-5-5M20 9H9.5a5.5 5.5 0 0 0 0 11H13",
            Self::More => {
                "M4.5 12a.8.8 0 1 0 1.6 0a.8.8 0 1 0-1.6 0M11.2 12a.8.8 0 1 0 1.6 0a.8.8 0 1 0-1.6 0M17.9 12a.8.8 0 1 0 1.6 0a.8.8 0 1 0-1.6 0"
            }
            Self::Hand => {
                "M8 13V6.5a1.5 1.5 0 0 1 3 0V11M11 11V4.5a1.5 1.5 0 0 1 3 0V11M14 11V6a1.5 1.5 0 0 1 3 0v8a6.5 6.5 0 0 1-6.5 6.5c-2.5 0-4-1-5-3L3.6 14a1.5 1.5 0 0 1 2.5-1.5L8 14.5"
            }
            Self::Tools => {
                "M20.4 6.3l-3.2 3.2-2.3-.4-.4-2.3 3.2-3.2a5 5 0 0 0-6.6 6.2L4.2 16.7a2.2 2.2 0 0 0 3.1 3.1l6.9-6.9a5 5 0 0 0 6.2-6.6z"
            }
            Self::Sound => "M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
            Self::Threat => "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2v5M12 17v5M2 12h5M17 12h5",
        }
    }
}

/// Properties of [`IconView`].
#[derive(Properties, PartialEq)]
pub struct IconViewProps {
    /// The icon.
    pub icon: Icon,
}

/// Draws an [`Icon`].
#[component]
pub fn IconView(props: &IconViewProps) -> Html {
    html! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d={props.icon.path()} /></svg>
    }
}
