import type { Socket } from "node:net";

import type { AuthContext, Connection, ServerChannel } from "ssh2";

import type { VisitorContext } from "@/lib/auth/context";
import { LIMITS as CONTRACT } from "@/lib/contract/limits";
import { log } from "@/lib/log";

import { judgeLogin } from "./authenticate";
import { type Carrier, serveSftp } from "./channel";
import { readChecksumCommand, sendChecksum } from "./checksum";
import { LIMITS } from "./limits";
import type { Connected, Session } from "./session";
import type { Sessions } from "./sessions";

type Deps = {
  ctx: VisitorContext;
  /** What the client calls itself. */
  software: string;
  sessions: Sessions;
  socket: Socket;
  carrier: Carrier;
  connected: Connected;
  /** Called once the client is no stranger any more. */
  onLogin: () => void;
};

/** Serves one SSH connection: login, then SFTP and checksums on its channels. Everything else is refused. */
export function serveConnection(client: Connection, deps: Deps): void {
  const { socket, sessions, connected } = deps;
  let session: Session | null = null;
  let attempts = 0;
  client.on("error", () => undefined);
  client.on("authentication", (attempt) => {
    attempts += 1;
    if (attempts > LIMITS.loginAttempts) return connected.end();
    void decide(attempt, deps, (joined) => (session = joined)).catch(() => connected.end());
  });
  client.on("ready", deps.onLogin);
  socket.once("close", () => {
    if (session !== null) sessions.leave(session, connected);
  });
  let channels = 0;
  client.on("session", (accept, reject) => {
    if (session === null || channels >= LIMITS.channels) return reject();
    channels += 1;
    const opened = accept();
    const joined = session;
    const closed = new AbortController();
    let served = Promise.resolve();
    const serve = (work: Promise<void>) => {
      served = work.catch((err: unknown) => log.error({ err }, "an SFTP channel failed"));
    };
    opened.once("close", () => {
      closed.abort();
      // It counts until what it began has ended.
      void served.then(() => (channels -= 1));
    });
    opened.on("subsystem", (acceptSubsystem, rejectSubsystem, { name }) => {
      if (name !== "sftp") return rejectSubsystem();
      serve(serveSftp(acceptSubsystem(), joined, deps.carrier, closed.signal));
    });
    opened.on("exec", (acceptCommand, rejectCommand, { command }) => {
      const checksum = readChecksumCommand(command);
      if (checksum !== null) serve(sendChecksum(acceptCommand(), joined, checksum));
      else refuseCommand(acceptCommand());
    });
  });
}

async function decide(attempt: AuthContext, deps: Deps, onJoin: (session: Session) => void) {
  const { ctx, sessions, connected, socket } = deps;
  const verdict = await judgeLogin(ctx, attempt);
  if (verdict === "offered") attempt.accept();
  if (verdict === "refused") attempt.reject(["publickey", "password"]);
  if (typeof verdict === "string") return;
  const from = { address: ctx.address, client: readClient(deps.software) };
  const session = await sessions.join(verdict.login, from, connected);
  if (session === null) connected.end();
  // The client may have left while it was judged.
  else if (socket.destroyed) sessions.leave(session, connected);
  else {
    onJoin(session);
    attempt.accept();
  }
}

// It may be anything, and people see it.
const readClient = (software: string) =>
  software.replaceAll(/[^\x21-\x7e]/g, "").slice(0, CONTRACT.nameLength) || undefined;

// A refusal without a text would leave people with "exec request failed".
function refuseCommand(channel: ServerChannel): void {
  channel.stderr.write("Only SFTP is available here: use sftp, or scp without -O.\n");
  channel.exit(1);
  channel.end();
}
