// The page: a guest opens a table with three bots, watches the match and plays its turns, all over gRPC-Web.

import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { EngineService, MatchState, type Turn } from "./gen/jodi/engine/v1/engine_pb";
import { AccountService, TableService } from "./gen/jodi/lobby/v1/lobby_pb";
import { GameOptionsSchema } from "./gen/jodi/game/v1/game_pb";
import { SeepMatchMode } from "./gen/jodi/game/v1/seep_pb";

/** What the page did and saw, for whoever opened it. */
interface Report {
  moves: string[];
  events: number;
  snapshots: number;
  finalState: string;
  refusals: Record<string, { code: string; detail: boolean; requestId: string }>;
}

const OWN_SEAT = 0;

let token = "";
const authorized: Interceptor = (next) => (call) => {
  if (token !== "") call.header.set("authorization", `Bearer ${token}`);
  return next(call);
};

async function play(server: string): Promise<Report> {
  const transport = createGrpcWebTransport({ baseUrl: server, interceptors: [authorized] });
  const accounts = createClient(AccountService, transport);
  const tables = createClient(TableService, transport);
  const engine = createClient(EngineService, transport);
  const report: Report = { moves: [], events: 0, snapshots: 0, finalState: "", refusals: {} };

  const refused = async (name: string, call: () => Promise<unknown>) => {
    const error = ConnectError.from(await call().then(() => new Error("it was not refused"), (error) => error));
    const detail = error.details.length > 0;
    report.refusals[name] = { code: Code[error.code], detail, requestId: error.metadata.get("x-request-id") ?? "" };
  };

  await refused("no credential", () => accounts.getAccount({}));
  const deviceKey = crypto.getRandomValues(new Uint8Array(32));
  const signedIn = await accounts.signInGuest({ deviceKey, displayName: "Asha" });
  token = "nonsense";
  await refused("bad credential", () => accounts.getAccount({}));
  token = signedIn.tokens!.accessToken;

  const oneDeal = { matchMode: SeepMatchMode.DEALS, nDeals: 1 };
  const options = create(GameOptionsSchema, { game: { case: "seep", value: oneDeal } });
  const none = { seconds: 0n, nanos: 0 };
  const settings = { options, clocks: { turnLimit: none, bank: none }, cutWindow: none };
  const { table } = await tables.createTable({ requestId: crypto.randomUUID(), settings });
  const tableId = table!.tableId;
  for (const seat of [1, 2, 3]) await tables.setSeat({ tableId, seat, bot: {} });
  const started = await tables.startTable({ tableId });
  const matchId = started.table!.matchId;

  const { match } = await engine.getMatch({ matchId });
  if (match?.yourSeat !== OWN_SEAT) throw new Error(`the page sits on ${match?.yourSeat}`);
  await refused("nonsense", () => act("NO SUCH MOVE"));

  async function act(text: string) {
    return engine.act({ matchId, requestId: crypto.randomUUID(), move: { case: "text", value: text } });
  }
  async function takeTurn(turn: Turn | undefined) {
    if (turn?.seat !== OWN_SEAT) return;
    const text = turn.legalMoves[0]!.text;
    await act(text);
    report.moves.push(text);
  }

  let seq: bigint | undefined;
  for await (const { update } of engine.watch({ matchId })) {
    if (update.case === "snapshot") {
      report.snapshots += 1;
      seq = update.value.seq;
      await takeTurn(update.value.turn);
    } else if (update.case === "event") {
      if (seq !== undefined && update.value.seq !== seq + 1n) throw new Error("an event is missing");
      seq = update.value.seq;
      report.events += 1;
      await takeTurn(update.value.turn);
    }
  }
  const ended = await engine.getMatch({ matchId });
  report.finalState = MatchState[ended.match!.state];
  return report;
}

declare global {
  interface Window {
    play: typeof play;
  }
}
window.play = play;
