import fs from "node:fs";
import { inspect } from "node:util";

import { z } from "zod";

import { createClient } from "@/cli/client";
import { explain } from "@/cli/explain";
import { readCliSettings } from "@/cli/settings";
import { UsageError } from "@/lib/usage-error";

import { createAccess } from "./access";
import { listen } from "./control";
import type { Session } from "./credential";
import { sessionsOf } from "./credential";
import { loadLibc } from "./fuse/libc";
import { keepAlive } from "./keep-alive";
import { type MountSettings, serveMount } from "./serve-mount";

/** What the supervisor tells this process, once. */
export type Order = {
  settings: MountSettings;
  session: Session;
  /** The session is replaced before it ends, with the login or the key of the environment. */
  renews: boolean;
};

/** What this process tells the supervisor. */
export type Report =
  | { kind: "mounted" }
  | { kind: "say"; text: string }
  | { kind: "session"; session: Session }
  | { kind: "ended"; code: string | null }
  | { kind: "failed"; message: string; isUsage: boolean };

const Started = z.object({
  settings: z.custom<MountSettings>(),
  session: z.custom<Session>(),
  renews: z.boolean(),
});

// Without a supervisor there is no one to report to.
const send = (report: Report) => void process.send?.(report, () => undefined);

process.once("message", (message) => {
  run(Started.parse(message)).catch(async (error: unknown) => {
    send({ kind: "failed", message: explain(error).message, isUsage: error instanceof UsageError });
    await exit(1);
  });
});
// The supervisor decides when to unmount; Ctrl-C reaches this process too.
process.on("SIGINT", () => undefined);
process.on("SIGHUP", () => undefined);
// Node would wait for its threads for ever. The supervisor mounts again.
process.on("uncaughtException", (error) => {
  fs.writeSync(process.stderr.fd, `${inspect(error)}\n`);
  process.kill(process.pid, "SIGKILL");
});

async function run({ settings, session, renews }: Order): Promise<void> {
  const say = (text: string) => send({ kind: "say", text });
  const client = createClient(readCliSettings(process.env), say);
  const mode = settings.readOnly ? "ro" : "rw";
  const access = createAccess(
    settings.baseUrl,
    { ...session, expiresAt: new Date(session.expiresAt) },
    renews ? sessionsOf(client, session.filesystemId, mode) : null,
    (fresh) => send({ kind: "session", session: fresh }),
  );
  const ended = new AbortController();
  // What a crash left is stored before the mount begins, which may take longer than the credential lives.
  void keepAlive(access, say, ended.signal);
  const mount = await serveMount(settings, access, say);
  const close = await listen(settings.directory, mount);
  const stop = () => {
    const { waiting } = mount.status();
    if (waiting > 0) say(`storing ${waiting} changes …`);
    mount.unmount().catch((error: unknown) => say(explain(error).message));
  };
  process.on("SIGTERM", stop);
  process.on("disconnect", stop);
  send({ kind: "mounted" });
  const code = await mount.ended;
  ended.abort();
  await close();
  send({ kind: "ended", code });
  await exit(0);
}

// Threads that read the device keep process.exit waiting.
async function exit(code: number): Promise<void> {
  const libc = await loadLibc().catch(() => null);
  setTimeout(() => (libc === null ? process.exit(code) : libc.exit(code)), 50);
}
