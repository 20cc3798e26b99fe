//! The page of metrics of a process, read as Prometheus reads it.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::Child;
use crate::{eventually, within};

/// One line of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The metric, of a histogram with its ending (`_bucket`, `_sum`, `_count`).
    pub name: String,
    /// Labels and their values in the order of the page.
    pub labels: Vec<(String, String)>,
    /// The value.
    pub value: f64,
}

/// A page of metrics.
#[derive(Clone, Debug)]
pub struct Page {
    /// As it was sent.
    pub text: String,
    /// All of its lines that are no comments.
    pub samples: Vec<Sample>,
}

impl Page {
    fn read(text: String) -> Self {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let samples = lines.map(|line| sample(line).unwrap_or_else(|| panic!("no sample: {line}"))).collect();
        Self { text, samples }
    }

    /// The sum of all samples with this name and these labels; `None` if there is none.
    pub fn value(&self, name: &str, labels: &[(&str, &str)]) -> Option<f64> {
        let mut found = self.samples.iter().filter(|s| s.name == name && s.has(labels)).peekable();
        found.peek()?;
        Some(found.map(|sample| sample.value).sum())
    }

    /// The names under which the page describes metrics.
    pub fn described(&self) -> BTreeSet<String> {
        let helped = self.text.lines().filter_map(|line| line.strip_prefix("# HELP "));
        helped.filter_map(|rest| rest.split(' ').next()).map(str::to_owned).collect()
    }

    /// The names under which the page has samples; a histogram counts by its own name.
    pub fn metrics(&self) -> BTreeSet<String> {
        let typed = self.text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
        typed.filter_map(|rest| rest.split(' ').next()).map(str::to_owned).collect()
    }
}

impl Sample {
    fn has(&self, labels: &[(&str, &str)]) -> bool {
        labels.iter().all(|(name, value)| self.labels.iter().any(|(n, v)| n == name && v == value))
    }
}

fn sample(line: &str) -> Option<Sample> {
    let (series, value) = line.rsplit_once(' ')?;
    let (name, rest) = series.split_once('{').unwrap_or((series, "}"));
    let mut labels = Vec::new();
    for label in rest.strip_suffix('}')?.split("\",").filter(|label| !label.is_empty()) {
        let (name, value) = label.split_once("=\"")?;
        labels.push((name.to_owned(), value.trim_end_matches('"').to_owned()));
    }
    Some(Sample { name: name.to_owned(), labels, value: value.parse().ok()? })
}

/// Where a process that logs in JSON shows its metrics.
pub async fn metrics_address(child: &Child) -> SocketAddr {
    let told = |line: &str| {
        let fields: serde_json::Value = serde_json::from_str(line).ok()?;
        fields.get("message")?.as_str().filter(|message| *message == "showing metrics")?;
        fields.get("address")?.as_str()?.parse().ok()
    };
    child.printed_line("where it shows metrics", told).await
}

/// The page as it is now.
///
/// # Panics
/// If it is not to be had.
pub async fn scrape(address: SocketAddr) -> Page {
    let (head, body) = get(address, "/metrics").await;
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    Page::read(body)
}

/// The page once `find` finds something on it.
///
/// # Panics
/// If it does not within [`DEADLINE`](crate::DEADLINE).
pub async fn await_page<T>(address: SocketAddr, what: &str, find: impl Fn(&Page) -> Option<T>) -> T {
    eventually(what, || async { find(&scrape(address).await) }).await
}

/// Head and body of the answer to a plain GET.
///
/// # Panics
/// If there is none.
pub async fn get(address: SocketAddr, path: &str) -> (String, String) {
    let asked = async {
        let mut stream = TcpStream::connect(address).await?;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        std::io::Result::Ok(answer)
    };
    let answer = within("a page", asked).await.expect("the page is served");
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer has a head");
    (head.to_owned(), body.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_is_read_by_name_and_labels() {
        let text = "# HELP a What it is.\n# TYPE a counter\na{x=\"1\",y=\"b c\"} 2\na{x=\"2\"} 3\n\nb 0.5\n";
        let page = Page::read(text.to_owned());
        assert_eq!(page.value("a", &[]), Some(5.0));
        assert_eq!(page.value("a", &[("y", "b c")]), Some(2.0));
        assert_eq!(page.value("b", &[]), Some(0.5));
        assert_eq!(page.value("a", &[("x", "3")]), None);
        assert_eq!(page.described().into_iter().collect::<Vec<_>>(), ["a"]);
    }
}
