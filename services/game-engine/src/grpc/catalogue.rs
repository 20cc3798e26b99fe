//! `CatalogueService`: what can be played, in words.

use games::{Action, GameKind};
use messages::Locale;
use service::language_of;
use tonic::{Request, Response, Status};
use wire::Fault;
use wire::game::v1 as pb;
use wire::game::v1::catalogue_service_server::CatalogueService;

use super::decode::MAX_MOVE_BYTES;
use crate::convert;

/// Actions that one call describes.
const MAX_ACTIONS: usize = 4096;

/// The service. It needs nothing: the catalogue is part of the program.
#[derive(Clone, Copy)]
pub struct CatalogueApi;

fn game(number: i32) -> Result<GameKind, Fault> {
    convert::kind_from_wire(number).ok_or_else(|| Fault::invalid("game", "is no game that is played here"))
}

/// The actions of a request: first those given as texts, then those given as messages.
fn actions(kind: GameKind, request: &pb::DescribeActionsRequest) -> Result<Vec<Action>, Fault> {
    if request.texts.len() + request.actions.len() > MAX_ACTIONS {
        return Err(Fault::invalid("texts", format!("and actions together are more than {MAX_ACTIONS}")));
    }
    let texts = request.texts.iter().enumerate().map(|(place, text)| {
        let fault = |why: String| Fault::invalid(format!("texts[{place}]"), why);
        if text.len() > MAX_MOVE_BYTES {
            return Err(fault(format!("is longer than {MAX_MOVE_BYTES} bytes")));
        }
        Action::parse(kind, text).map_err(|why| fault(why.to_string()))
    });
    let messages = request.actions.iter().enumerate().map(|(place, action)| {
        convert::action_from_wire(kind, action).map_err(|fault| {
            Fault::invalid(fault.field.replacen("action", &format!("actions[{place}]"), 1), fault.why)
        })
    });
    texts.chain(messages).collect()
}

fn described(locale: Locale, actions: &[Action]) -> pb::DescribeActionsResponse {
    pb::DescribeActionsResponse {
        locale: locale.tag().to_owned(),
        actions: actions.iter().map(|action| convert::action_description(locale, action)).collect(),
    }
}

#[tonic::async_trait]
impl CatalogueService for CatalogueApi {
    async fn list_games(
        &self,
        request: Request<pb::ListGamesRequest>,
    ) -> Result<Response<pb::ListGamesResponse>, Status> {
        let locale = language_of(&request);
        let games = GameKind::ALL.into_iter().map(|kind| convert::game_summary(locale, kind)).collect();
        Ok(Response::new(pb::ListGamesResponse { locale: locale.tag().to_owned(), games }))
    }

    async fn describe_game(
        &self,
        request: Request<pb::DescribeGameRequest>,
    ) -> Result<Response<pb::DescribeGameResponse>, Status> {
        let kind = game(request.get_ref().game)?;
        let entry = games::catalogue_entry(kind);
        Ok(Response::new(convert::game_description(language_of(&request), &entry)))
    }

    async fn describe_actions(
        &self,
        request: Request<pb::DescribeActionsRequest>,
    ) -> Result<Response<pb::DescribeActionsResponse>, Status> {
        let locale = language_of(&request);
        let kind = game(request.get_ref().game)?;
        let actions = actions(kind, request.get_ref())?;
        Ok(Response::new(described(locale, &actions)))
    }
}
