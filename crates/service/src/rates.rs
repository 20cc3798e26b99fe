//! The layers that bound how often one caller may call, and how many calls are worked on at once. What is beyond it is refused
//! at once, with the time at which it would be let in, so that those who keep within it do not wait.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::Args;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use http::{Request, Response};
use tokio::sync::Semaphore;
use tonic::Status;
use tonic::body::Body;
use tonic::transport::server::TcpConnectInfo;
use uuid::Uuid;
use wire::Fault;
use wire::errors::v1::ErrorReason;

use crate::around::{Answer, Around};
use crate::caller::Caller;
use crate::network::network;

/// So many seconds' worth of calls may come at once.
const BURST_SECONDS: u32 = 5;
/// When a caller for whom the server has no room may try again.
const RETRY_CROWDED: Duration = Duration::from_millis(500);
/// The service by which probes ask.
const HEALTH: &str = "/grpc.health.v1.Health/";
/// After so many calls, callers who have rested long enough are forgotten.
const SWEEP_AFTER: usize = 4096;

/// How often callers may call; 0 is any number.
#[derive(Args, Clone, Debug)]
pub struct RateSettings {
    /// Calls a second of one account, in the long run; five seconds' worth may come at once. 0: any number
    #[arg(long, env = "JODI_ACCOUNT_RATE", default_value_t = 100, value_name = "CALLS")]
    pub account_rate: u32,
    /// The same of one service key
    #[arg(long, env = "JODI_SERVICE_RATE", default_value_t = 5_000, value_name = "CALLS")]
    pub service_rate: u32,
    /// The same of one address (of IPv6: a /64), for calls without a good credential, such as signing in. Calls from this
    /// machine are not counted. Behind a proxy, which is then the only address, set it to 0 and let the proxy count
    #[arg(long, env = "JODI_ADDRESS_RATE", default_value_t = 20, value_name = "CALLS")]
    pub address_rate: u32,
    /// Calls that are worked on at once
    #[arg(long, env = "JODI_MAX_CALLS", default_value_t = 2_048, value_name = "CALLS")]
    pub max_calls: usize,
}

/// The layer.
#[derive(Clone)]
pub(crate) struct Rates(Arc<Counted>);

struct Counted {
    accounts: Quotas<Uuid>,
    services: Quotas<String>,
    addresses: Quotas<IpAddr>,
    room: Arc<Semaphore>,
}

/// What each of many may do.
struct Quotas<K: Hash + Eq + Clone> {
    each: Option<DefaultKeyedRateLimiter<K>>,
    clock: DefaultClock,
    asked: AtomicUsize,
}

impl<K: Hash + Eq + Clone> Quotas<K> {
    fn new(rate: u32) -> Self {
        let each = NonZeroU32::new(rate).map(|rate| {
            let burst = rate.saturating_mul(NonZeroU32::new(BURST_SECONDS).expect("it is not 0"));
            RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst))
        });
        Self { each, clock: DefaultClock::default(), asked: AtomicUsize::new(0) }
    }

    /// Counts a call.
    ///
    /// # Errors
    /// How long until it would be let in.
    fn take(&self, key: &K) -> Result<(), Duration> {
        let Some(each) = &self.each else { return Ok(()) };
        if self.asked.fetch_add(1, Ordering::Relaxed) % SWEEP_AFTER == SWEEP_AFTER - 1 {
            each.retain_recent();
        }
        each.check_key(key).map_err(|until| until.wait_time_from(self.clock.now()))
    }
}

impl Rates {
    pub(crate) fn new(settings: &RateSettings) -> Self {
        Self(Arc::new(Counted {
            accounts: Quotas::new(settings.account_rate),
            services: Quotas::new(settings.service_rate),
            addresses: Quotas::new(settings.address_rate),
            room: Arc::new(Semaphore::new(settings.max_calls)),
        }))
    }

    /// The room for calls.
    pub(crate) fn room(&self) -> Room {
        Room(self.0.room.clone())
    }

    /// Counts a call.
    ///
    /// # Errors
    /// `OVERLOADED`, with the time after which it would be let in.
    fn take(&self, request: &Request<Body>) -> Result<(), Fault> {
        let taken = match request.extensions().get::<Caller>() {
            Some(Caller::Account(account)) => self.0.accounts.take(&account.account_id),
            Some(Caller::Service(service)) => self.0.services.take(&service.name),
            Some(Caller::Anonymous | Caller::Rejected(_)) | None => match address(request) {
                Some(address) => self.0.addresses.take(&address),
                None => Ok(()),
            },
        };
        taken.map_err(too_often)
    }
}

fn too_often(wait: Duration) -> Fault {
    let text = "You call more often than one caller may. Wait as long as the error says.";
    Fault::new(ErrorReason::Overloaded, text).retry_after(wait)
}

/// What an account may ask for within a call that carries many requests: each counts like a call of its own. The default is any
/// number, for calls that came by no rates.
#[derive(Clone, Default)]
pub struct Allowance(Option<(Rates, Uuid)>);

impl Allowance {
    /// That of a call.
    pub fn of<T>(request: &tonic::Request<T>) -> Self {
        request.extensions().get::<Self>().cloned().unwrap_or_default()
    }

    /// Counts a request.
    ///
    /// # Errors
    /// `OVERLOADED`, with the time after which it would be let in.
    pub fn take(&self) -> Result<(), Fault> {
        match &self.0 {
            Some((rates, account_id)) => rates.0.accounts.take(account_id).map_err(too_often),
            None => Ok(()),
        }
    }
}

/// Whose calls are counted together; `None` for this machine's own, and for connections in memory.
fn address(request: &Request<Body>) -> Option<IpAddr> {
    network(request.extensions().get::<TcpConnectInfo>()?.remote_addr?.ip())
}

impl Around for Rates {
    fn around<F, E>(&self, mut request: Request<Body>, call: impl FnOnce(Request<Body>) -> F) -> Answer<E>
    where
        F: Future<Output = Result<Response<Body>, E>> + Send + 'static,
        E: Send + 'static,
    {
        if let Err(fault) = self.take(&request) {
            return refuse(fault);
        }
        if let Some(Caller::Account(account)) = request.extensions().get::<Caller>() {
            let allowance = Allowance(Some((self.clone(), account.account_id)));
            request.extensions_mut().insert(allowance);
        }
        Box::pin(call(request))
    }
}

/// The layer that bounds how many calls are worked on at once.
#[derive(Clone)]
pub(crate) struct Room(Arc<Semaphore>);

impl Around for Room {
    fn around<F, E>(&self, request: Request<Body>, call: impl FnOnce(Request<Body>) -> F) -> Answer<E>
    where
        F: Future<Output = Result<Response<Body>, E>> + Send + 'static,
        E: Send + 'static,
    {
        // A server without room is alive, and a probe must learn so.
        if request.uri().path().starts_with(HEALTH) {
            return Box::pin(call(request));
        }
        let Ok(place) = self.0.clone().try_acquire_owned() else {
            let text = "The server works on as many calls as it can.";
            return refuse(Fault::new(ErrorReason::Overloaded, text).retry_after(RETRY_CROWDED));
        };
        let answer = call(request);
        Box::pin(async move {
            let _place = place;
            answer.await
        })
    }
}

fn refuse<E: Send + 'static>(fault: Fault) -> Answer<E> {
    Box::pin(async move { Ok(Status::from(fault).into_http()) })
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use futures::future::join_all;
    use tokio::sync::Barrier;
    use tonic::Code;
    use tower::{Layer as _, ServiceExt as _, service_fn};

    use super::*;
    use crate::around::AroundLayer;
    use crate::caller::ServiceCaller;

    const SETTINGS: RateSettings =
        RateSettings { account_rate: 0, service_rate: 0, address_rate: 1, max_calls: 2 };

    fn from(address: &str) -> Request<Body> {
        let mut request = Request::new(Body::empty());
        let remote_addr = Some(SocketAddr::new(address.parse().unwrap(), 40_000));
        request.extensions_mut().insert(TcpConnectInfo { local_addr: None, remote_addr });
        request.extensions_mut().insert(Caller::Anonymous);
        request
    }

    fn by(name: &str) -> Request<Body> {
        let mut request = from("192.0.2.9");
        request.extensions_mut().insert(Caller::Service(ServiceCaller { name: name.into(), scopes: vec![] }));
        request
    }

    /// How many of so many calls are let in, and what the others are told.
    async fn let_in(rates: &Rates, requests: Vec<Request<Body>>) -> (usize, Vec<Fault>) {
        let service =
            AroundLayer(rates.clone()).layer(service_fn(async |_| Ok::<_, ()>(Response::new(Body::empty()))));
        let mut told = Vec::new();
        let all = requests.len();
        for request in requests {
            let answer = service.clone().oneshot(request).await.unwrap();
            let refused =
                Status::from_header_map(answer.headers()).filter(|status| status.code() != Code::Ok);
            told.extend(refused.map(|status| wire::fault_of(&status).unwrap()));
        }
        (all - told.len(), told)
    }

    fn times(number: usize, request: impl Fn() -> Request<Body>) -> Vec<Request<Body>> {
        (0..number).map(|_| request()).collect()
    }

    #[tokio::test]
    async fn address_beyond_its_rate_is_told_when_to_come_again_and_others_are_not_concerned() {
        let rates = Rates::new(&SETTINGS);
        let (let_in_first, told) = let_in(&rates, times(7, || from("192.0.2.1"))).await;
        assert_eq!(let_in_first, BURST_SECONDS as usize);
        assert!(told.iter().all(|fault| fault.reason() == ErrorReason::Overloaded));
        assert!(
            told.into_iter()
                .all(|fault| fault.into_refused().retry_after.is_some_and(|wait| wait.seconds <= 1))
        );
        assert_eq!(let_in(&rates, times(1, || from("192.0.2.2"))).await.0, 1);
    }

    #[tokio::test]
    async fn addresses_of_one_network_of_version_six_are_one() {
        let rates = Rates::new(&SETTINGS);
        let requests = (0..7).map(|host| from(&format!("2001:db8:0:1::{host}"))).collect();
        assert_eq!(let_in(&rates, requests).await.0, BURST_SECONDS as usize);
    }

    #[tokio::test]
    async fn this_machine_is_not_counted() {
        let rates = Rates::new(&SETTINGS);
        assert_eq!(let_in(&rates, times(20, || from("127.0.0.1"))).await.0, 20);
        assert_eq!(let_in(&rates, times(20, || from("::ffff:127.0.0.1"))).await.0, 20);
    }

    #[tokio::test]
    async fn callers_with_a_credential_are_counted_by_it_wherever_they_are() {
        let rates = Rates::new(&RateSettings { service_rate: 2, ..SETTINGS });
        assert_eq!(let_in(&rates, times(12, || by("shop"))).await.0, 10);
        assert_eq!(let_in(&rates, times(3, || by("club"))).await.0, 3);
    }

    #[tokio::test]
    async fn calls_beyond_those_that_are_worked_on_are_refused_and_not_left_waiting() {
        let rates = Rates::new(&SETTINGS);
        let (room, under_way) = (SETTINGS.max_calls, Arc::new(Barrier::new(SETTINGS.max_calls + 1)));
        let service = AroundLayer(rates.room()).layer(service_fn(|_| {
            let under_way = under_way.clone();
            async move {
                under_way.wait().await;
                Ok::<_, ()>(Response::new(Body::empty()))
            }
        }));
        let busy = join_all((0..room).map(|_| service.clone().oneshot(from("127.0.0.1"))));
        let refused = async {
            tokio::task::yield_now().await;
            let answer = service.clone().oneshot(from("127.0.0.1")).await.unwrap();
            under_way.wait().await;
            Status::from_header_map(answer.headers()).map(|status| status.code())
        };
        let (answered, refused) = tokio::join!(busy, refused);
        assert!(answered.into_iter().all(|answer| answer.is_ok()));
        assert_eq!(refused, Some(Code::ResourceExhausted));
    }
}
