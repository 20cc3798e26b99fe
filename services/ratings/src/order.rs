//! What administrators and reviewers order, and what makes two orders the same one.

use env::UnixMillis;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::canonical::CanonicalHash;
use crate::error::Error;
use crate::ids::{AccountId, LadderId, ResultId, SourceName};

/// A request to change a ladder, by an administrator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The caller's id of it: the same one again changes nothing.
    pub request_id: Uuid,
    /// Who asks.
    pub requested_by: String,
    /// Why, in words.
    pub reason: String,
}

/// Which results are to be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// One.
    Result(SourceName, ResultId),
    /// All that an account played in from `from` on and before `to`.
    Account {
        /// The account.
        account: AccountId,
        /// From this moment on, by the time of play; `None`: from the beginning.
        from: Option<UnixMillis>,
        /// Until before this moment; `None`: all that there are.
        to: Option<UnixMillis>,
    },
    /// Those that show what a review is about.
    Review {
        /// The review. It alone says whether two orders are the same, for its evidence grows.
        review: Uuid,
        /// Their numbers in the log.
        results: Vec<i64>,
    },
}

/// What a void does about seasons that are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sealed {
    /// It is refused if it would reach one.
    Respect,
    /// It changes them, and all that followed from them.
    Reopen,
}

/// Everything that an order says besides who gives it and why.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content<'o> {
    /// Results of a ladder are taken back.
    Void(&'o LadderId, &'o Target, Sealed),
    /// A season of a ladder ends.
    Close(&'o LadderId, i32),
    /// A review is closed with the verdict of that name.
    Resolve(Uuid, &'o str),
}

/// Whether an order came before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claimed {
    /// It is new, and its id is taken from now on if the transaction is committed.
    Now,
    /// The same order was carried out.
    Before,
}

impl Order {
    /// Takes the id of this order for `content`. Whoever gives the same id at the same time waits until this transaction ends.
    ///
    /// # Errors
    /// [`Error::RequestIdReused`] if it was taken for another content; the store's.
    pub(crate) async fn claim(
        &self,
        connection: &mut PgConnection,
        content: Content<'_>,
    ) -> Result<Claimed, Error> {
        let hash = self.hash(content);
        let inserted = sqlx::query!(
            "insert into ratings.order_content (request_id, content_hash) values ($1, $2) on conflict do nothing",
            self.request_id,
            &hash[..]
        )
        .execute(&mut *connection)
        .await?
        .rows_affected();
        if inserted == 1 {
            return Ok(Claimed::Now);
        }
        let earlier = sqlx::query_scalar!(
            "select content_hash from ratings.order_content where request_id = $1",
            self.request_id
        )
        .fetch_one(connection)
        .await?;
        if earlier == hash { Ok(Claimed::Before) } else { Err(Error::RequestIdReused) }
    }

    fn hash(&self, content: Content<'_>) -> [u8; 32] {
        let mut hash = CanonicalHash::new("jodi.ratings.order.v1");
        hash.text(&self.requested_by);
        hash.text(&self.reason);
        match content {
            Content::Void(ladder, target, sealed) => {
                hash.text("void");
                hash.text(ladder.as_str());
                hash.target(target);
                hash.number(i64::from(sealed == Sealed::Reopen));
            }
            Content::Close(ladder, season) => {
                hash.text("close");
                hash.text(ladder.as_str());
                hash.number(season.into());
            }
            Content::Resolve(review, verdict) => {
                hash.text("resolve");
                hash.id(review);
                hash.text(verdict);
            }
        }
        hash.finish()
    }
}

impl CanonicalHash {
    fn target(&mut self, target: &Target) {
        match target {
            Target::Result(source, id) => {
                self.text("result");
                self.text(source.as_str());
                self.text(id.as_str());
            }
            Target::Account { account, from, to } => {
                self.text("account");
                self.id(account.uuid());
                self.maybe(from.map(UnixMillis::as_i64));
                self.maybe(to.map(UnixMillis::as_i64));
            }
            Target::Review { review, results: _ } => {
                self.text("review");
                self.id(*review);
            }
        }
    }
}
