//! Checks links between pages, to files of the repository, and to headings.

use crate::pages::{Page, pages, root};
use pulldown_cmark::{Event, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    for page in pages() {
        for link in links(&page) {
            if !leads_somewhere(&page, &link) {
                broken.push(format!("{}: {link}", page.name()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_page_of_the_manual_is_in_its_summary() {
    let summary = Page::read(root().join("docs/SUMMARY.md"));
    let listed: BTreeSet<String> = links(&summary).into_iter().map(|link| format!("docs/{link}")).collect();
    let pages = pages();
    let there: BTreeSet<String> = pages.iter().map(|page| page.name().to_owned()).collect();
    let there = there.into_iter().filter(|name| !["README.md", "docs/SUMMARY.md"].contains(&name.as_str()));
    assert_eq!(listed, there.collect());
}

/// The targets of a page's links and images.
fn links(page: &Page) -> Vec<String> {
    let target = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.into_string())
        }
        _ => None,
    };
    page.events().filter_map(|(event, _)| target(event)).collect()
}

fn leads_somewhere(page: &Page, link: &str) -> bool {
    if link.starts_with("https://") || link.starts_with("mailto:") {
        return true;
    }
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let folder = page.path.parent().expect("a page lies in a folder");
    let target = if path.is_empty() { page.path.clone() } else { folder.join(path) };
    let Ok(target) = fs::canonicalize(target) else { return false };
    // The book contains only its own pages: links to other files would be dead there.
    let inside = target.starts_with(root()) && (page.name() == "README.md" || is_of_the_book(&target));
    inside && anchor.is_none_or(|anchor| anchors(&Page::read(target)).contains(anchor))
}

fn is_of_the_book(target: &std::path::Path) -> bool {
    target.starts_with(root().join("docs"))
}

/// The anchors of a page's headings, as code hosts and mdBook generate them.
fn anchors(page: &Page) -> BTreeSet<String> {
    let (mut anchors, mut seen, mut heading) = (BTreeSet::new(), BTreeMap::<String, u32>::new(), None);
    for (event, _) in page.events() {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    *heading += &text;
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let slug = slug(&heading.take().unwrap_or_default());
                let n = seen.entry(slug.clone()).or_default();
                anchors.insert(if *n == 0 { slug } else { format!("{slug}-{n}") });
                *n += 1;
            }
            _ => {}
        }
    }
    anchors
}

/// Keeps letters, digits, `-` and `_`, in lower case; turns a space into `-`; drops everything else.
fn slug(heading: &str) -> String {
    let keep = |c: char| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    };
    heading.trim().chars().filter_map(keep).collect()
}

#[test]
fn headings_get_the_same_anchors_as_on_code_hosts() {
    for (heading, anchor) in [
        ("Is it fair?", "is-it-fair"),
        ("board.shape", "boardshape"),
        ("A turn, in steps", "a-turn-in-steps"),
    ] {
        assert_eq!(slug(heading), anchor);
    }
}
