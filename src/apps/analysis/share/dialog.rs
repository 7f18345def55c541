//! Share dialog.

use super::ShareProps;
use super::gif::GifSection;
use super::link::LinkSection;
use super::paper::PaperSection;
use super::picture::PictureSection;
use crate::apps::analysis::strings;
use crate::components::modal::Modal;
use yew::prelude::*;

/// Link, picture, GIF, file and print.
#[component]
pub fn ShareDialog(props: &ShareProps) -> Html {
    html! {
        <Modal title={strings::share_dialog()} on_close={props.on_close.clone()}>
            <div class="share">
                <LinkSection ..props.clone() />
                <PictureSection ..props.clone() />
                <GifSection ..props.clone() />
                <PaperSection ..props.clone() />
            </div>
        </Modal>
    }
}
