//! Who drives which match, and who writes which row of its log, in the order in which it happens in the database.
//!
//! Triggers of the test's own write it down: each engine works under a role of its own.

use std::collections::HashMap;

use sqlx::{Executor as _, PgPool};
use uuid::Uuid;

/// The lock that holds up the appends of a role whose name is in `audit.held`: while somebody has it, they wait between the
/// moment at which they read and the moment at which they write.
pub const HOLD: i64 = 42;

const BEGIN: &str = "
    create schema audit;
    create table audit.entry (
        n        bigint generated always as identity primary key,
        match_id uuid not null,
        seq      integer,
        writer   text not null,
        driver   text
    );
    create table audit.held (role text primary key);
    create function audit.note_append() returns trigger language plpgsql as $$
        begin
            insert into audit.entry (match_id, seq, writer) values (new.match_id, new.seq, session_user);
            return null;
        end
    $$;
    create function audit.note_driver() returns trigger language plpgsql as $$
        begin
            insert into audit.entry (match_id, writer, driver)
            values (new.match_id, session_user, split_part(new.instance, '~', 1));
            return null;
        end
    $$;
    create function audit.hold_up() returns trigger language plpgsql as $$
        begin
            if exists (select from audit.held where role = session_user) then
                perform pg_advisory_xact_lock_shared(42);
            end if;
            return new;
        end
    $$;
    create trigger note_append after insert on engine.match_action
        for each row execute function audit.note_append();
    create trigger hold_up before insert on engine.match_action
        for each row execute function audit.hold_up();
    create trigger note_driver after insert or update of instance, epoch on engine.match
        for each row execute function audit.note_driver();
";

/// Begins to write down.
pub async fn begin(pool: &PgPool) {
    pool.execute(BEGIN).await.expect("the audit begins");
}

/// The number of the latest entry.
pub async fn latest(pool: &PgPool) -> i64 {
    let latest = sqlx::query_scalar("select coalesce(max(n), 0) from audit.entry").fetch_one(pool).await;
    latest.expect("the audit can be read")
}

#[derive(sqlx::FromRow)]
struct Entry {
    match_id: Uuid,
    seq: Option<i32>,
    writer: String,
    driver: Option<String>,
}

/// What the log shows of one match so far.
#[derive(Default)]
struct Course {
    driver: String,
    /// Has the present driver written a row?
    settled: bool,
    seq: i32,
}

/// What the whole audit shows.
#[derive(Debug, Default)]
pub struct Findings {
    /// How often a match changed hands.
    pub takeovers: u64,
    /// Rows of a former driver that landed before the first one of its successor, as they may.
    pub late: u64,
    /// What must not be.
    pub faults: Vec<String>,
}

/// Goes through the audit. `roles` names the role of each engine.
pub async fn findings(pool: &PgPool, roles: &HashMap<&str, &str>) -> Findings {
    let entries = "select match_id, seq, writer, driver from audit.entry order by n";
    let entries: Vec<Entry> = sqlx::query_as(entries).fetch_all(pool).await.expect("the audit can be read");
    let mut findings = Findings::default();
    let mut courses = HashMap::<Uuid, Course>::new();
    for entry in entries {
        let course = courses.entry(entry.match_id).or_default();
        match (entry.driver, entry.seq) {
            (Some(driver), _) => {
                findings.takeovers += u64::from(!course.driver.is_empty() && course.driver != driver);
                (course.driver, course.settled) = (driver, false);
            }
            (None, Some(seq)) => {
                let own = roles.get(&*course.driver).is_some_and(|role| *role == entry.writer);
                if !own && course.settled {
                    findings.faults.push(format!(
                        "match {}: {} wrote seq {seq} after the first row of {}",
                        entry.match_id, entry.writer, course.driver
                    ));
                }
                if seq != course.seq + 1 {
                    findings.faults.push(format!(
                        "match {}: {} wrote seq {seq} after seq {}",
                        entry.match_id, entry.writer, course.seq
                    ));
                }
                findings.late += u64::from(!own && !course.settled);
                (course.settled, course.seq) = (course.settled || own, seq);
            }
            (None, None) => unreachable!("an entry is of a driver or of a row"),
        }
    }
    findings
}
