import { audit } from "@/lib/audit/record";
import { accessOf, type FilesystemContext } from "@/lib/auth/context";
import { createTicker } from "@/lib/concurrency/ticker";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import type { MountLogin } from "@/lib/mounts/log-in";
import { renewMountSession } from "@/lib/mounts/renew-mount-session";
import type { Services } from "@/lib/services";

import { LIMITS } from "./limits";
import { scopesOf } from "./moves";
import { createPathOrder } from "./path-order";
import type { Connected, Session, Stage } from "./session";
import { commitStage, dropStage } from "./stage";

const TEND_MS = 1_000;

/** The sessions of a gateway: those that are connected, and those that were within the last minutes. */
export type Sessions = ReturnType<typeof createSessions>;

/** @param now the time, in milliseconds */
export function createSessions(services: Services, space: Session["space"], now: () => number) {
  const all = new Map<string, Session>();
  const tending = createTicker(() => tend(all, now()), { everyMs: TEND_MS, restMs: 0 });
  tending.start();
  return {
    /** Whether nothing is connected and nothing is kept. */
    isEmpty: () => all.size === 0,
    /** Joins a session. Returns null if it has too many connections. */
    async join(
      login: MountLogin,
      { address, client }: { address: string; client: string | undefined },
      connection: Connected,
    ): Promise<Session | null> {
      const standing = all.get(login.id);
      const session = standing ?? openSession({ services, space, now }, login, address);
      if (session.connections.size >= LIMITS.connectionsPerSession) return null;
      const unwatch = services.accessWatch.watch(accessOf(session.ctx, session.mode), () =>
        connection.end(),
      );
      session.connections.set(connection, unwatch);
      services.mountActivity.seen(login.id, { address, ...(client && { client }) });
      all.set(login.id, session);
      if (standing === undefined) await record(session.ctx, "mount_session.connected");
      return session;
    },
    leave(session: Session, connection: Connected): void {
      session.connections.get(connection)?.();
      session.connections.delete(connection);
      session.leftAt = now();
    },
    async close(): Promise<void> {
      tending.stop();
      for (const [id, session] of all) await end(all, id, session);
    },
  };
}

function openSession(
  { services, space, now }: Pick<Session, "space" | "now"> & { services: Services },
  { id, orgId, filesystemId, mode }: MountLogin,
  address: string,
): Session {
  const actor = { type: "mount", id, credential: id, name: id, orgId, filesystemId } as const;
  const ctx = {
    actor,
    address,
    requestId: newId("req"),
    services,
    orgId,
    filesystemId,
    role: null,
  };
  return {
    ctx,
    now,
    mode,
    order: createPathOrder(),
    moves: new Set(),
    space,
    stages: new Map(),
    contents: new Set(),
    open: 0,
    connections: new Map(),
    requests: 0,
    leftAt: now(),
    renewedAt: 0,
  };
}

async function tend(all: Map<string, Session>, now: number): Promise<void> {
  for (const [id, session] of all) {
    tendStages(session, now);
    if (session.connections.size > 0) await renew(session, now);
    else if (session.stages.size === 0 && now - session.leftAt > LIMITS.lingerMs)
      await end(all, id, session);
  }
}

const tended = new WeakSet<Stage>();

/** Commits what a client that is there has left open for a while, and drops what no client came back for. */
function tendStages(session: Session, now: number): void {
  const isHeard = [...session.connections.keys()].some(
    (one) => now - one.heardAt() < LIMITS.heardMs,
  );
  for (const stage of session.stages.values()) {
    const isOver = stage.keptUntil !== null && stage.keptUntil < now;
    const isIdle = stage.isDirty && now - stage.writtenAt > LIMITS.idleCommitMs;
    const isDue = isOver || (stage.holders > 0 && isIdle && isHeard);
    if (!isDue || tended.has(stage)) continue;
    tended.add(stage);
    const work = () =>
      isOver && stage.holders === 0 ? dropStage(session, stage) : commitStage(session, stage);
    session
      .order(scopesOf(session.moves, stage.path), work)
      .catch((error: unknown) => {
        stage.writtenAt = now;
        log.warn({ err: error }, "failed to commit an idle file");
      })
      .finally(() => tended.delete(stage))
      .catch(() => undefined);
  }
}

async function renew(session: Session, now: number): Promise<void> {
  if (now - session.renewedAt < LIMITS.renewMs) return;
  session.renewedAt = now;
  const { actor } = session.ctx;
  if (actor.type !== "mount") return;
  await renewMountSession({ ...session.ctx, actor }, actor.id).catch(() => undefined);
}

async function end(all: Map<string, Session>, id: string, session: Session): Promise<void> {
  all.delete(id);
  for (const connection of session.connections.keys()) connection.end();
  // What is being committed was closed by its client.
  await session.order([{ path: "/", below: true }], async () => {
    for (const stage of session.stages.values()) await dropStage(session, stage);
  });
  await session.ctx.services.mountActivity.flush();
  await record(session.ctx, "mount_session.disconnected");
}

async function record(ctx: FilesystemContext, action: `mount_session.${string}`): Promise<void> {
  const target = { type: "mount_session", id: ctx.actor.id };
  const details = { filesystem_id: ctx.filesystemId };
  await audit(ctx.services.db, ctx, { action, target, details }).catch((error: unknown) =>
    log.warn({ err: error }, "failed to record a mount session"),
  );
}
