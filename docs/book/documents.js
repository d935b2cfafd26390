// mdBook takes every relative link to a `.md` file for a chapter, and makes `.html` of it. Links
// that leave the book lead to documents of the repository, which keep their names.
for (const link of document.querySelectorAll('main a[href^="../"]')) {
    link.setAttribute("href", link.getAttribute("href").replace(/\.html(?=#|$)/, ".md"));
}
