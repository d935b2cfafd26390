//! The windows in which the page is checked.

/// A browser window.
pub(crate) struct Window {
    pub(crate) name: &'static str,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) dark: bool,
    /// The fragment of the address.
    pub(crate) shows: &'static str,
}

/// Those that are checked: a desk's width and a phone's, light and dark.
pub(crate) const WINDOWS: &[Window] = &[
    Window { name: "wide-light", width: 1280, height: 1500, dark: false, shows: "example=1&step=4" },
    Window { name: "wide-dark", width: 1280, height: 1500, dark: true, shows: "example=3&step=6" },
    Window { name: "phone-light", width: 390, height: 2400, dark: false, shows: "example=10&step=2" },
    Window { name: "phone-dark", width: 390, height: 2400, dark: true, shows: "example=9&step=9" },
];
