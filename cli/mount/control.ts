import { createHash } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";

import { z } from "zod";

import { UsageError } from "@/lib/usage-error";

import { runDirectory } from "./places";

/** What a mount says of itself. */
export const MountStatus = z.object({
  filesystem_id: z.string(),
  directory: z.string(),
  session_id: z.string(),
  durability: z.string(),
  read_only: z.boolean(),
  live: z.boolean(),
  waiting: z.int(),
  failures: z.array(z.string()),
});
export type MountStatus = z.infer<typeof MountStatus>;

/** What a running mount can be asked to do. */
export type Controls = {
  status(): MountStatus;
  flush(): Promise<void>;
  /** Resolves to how many changes are not stored: the next mount stores them. */
  unmount(): Promise<number>;
};

const ACTIONS = ["status", "flush", "unmount"] as const;
type Action = (typeof ACTIONS)[number];

// A mount always says its status at once, unless its process hangs.
const STATUS_MS = 5_000;

// A path may be longer than the name of a socket.
const socketOf = (directory: string) =>
  path.join(
    runDirectory(),
    `${createHash("sha256").update(directory).digest("hex").slice(0, 24)}.sock`,
  );

/**
 * Listens for `tidemark mount status`, `mount flush` and `unmount`. Only the same user can connect. The returned function
 * ends that, and waits for the responses that are due.
 */
export async function listen(directory: string, controls: Controls): Promise<() => Promise<void>> {
  const socket = socketOf(directory);
  fs.mkdirSync(path.dirname(socket), { recursive: true, mode: 0o700 });
  fs.rmSync(socket, { force: true });
  const run = async (action: Action | undefined): Promise<unknown> => {
    if (action === "status") return controls.status();
    if (action === undefined) throw new Error("unknown action");
    return (await controls[action]()) ?? null;
  };
  const server = http.createServer((request, response) => {
    response.setHeader("connection", "close");
    run(ACTIONS.find((name) => request.url === `/${name}`)).then(
      (data) => response.end(JSON.stringify({ data })),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(JSON.stringify({ error: String(error) }));
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket, resolve);
  });
  return () => {
    fs.rmSync(socket, { force: true });
    return new Promise((resolve) => server.close(() => resolve()));
  };
}

const Reply = z.object({ data: z.unknown(), error: z.string().optional() });

/**
 * Asks the mount at a directory. Resolves to null if no process serves one there, or one that hangs.
 * @throws Error with what failed
 */
export async function ask(directory: string, action: Action): Promise<{ data: unknown } | null> {
  const socket = socketOf(path.resolve(directory));
  return (await askSocket(socket, "status")) === null ? null : askSocket(socket, action);
}

function askSocket(socketPath: string, action: Action): Promise<{ data: unknown } | null> {
  return new Promise((resolve, reject) => {
    const limits = action === "status" ? { signal: AbortSignal.timeout(STATUS_MS) } : {};
    const options = { socketPath, path: `/${action}`, method: "POST", ...limits };
    const request = http.request(options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => (text += piece));
      response.on("error", reject);
      response.on("end", () => {
        const { data, error } = Reply.parse(JSON.parse(text));
        if (error === undefined) resolve({ data });
        else reject(new Error(error));
      });
    });
    request.on("error", () => resolve(null));
    request.end();
  });
}

/** The status of every mount that is served and has its socket in a directory, by default of all of this user. */
export async function listMounts(directory = runDirectory()): Promise<MountStatus[]> {
  const names = fs.existsSync(directory) ? fs.readdirSync(directory) : [];
  const responses = await Promise.all(
    names.map((name) => askSocket(path.join(directory, name), "status").catch(() => null)),
  );
  return responses.flatMap((response) =>
    response === null ? [] : [MountStatus.parse(response.data)],
  );
}

/** Has the mount at a directory do something. @throws UsageError if nothing is mounted there */
export async function requireMount(directory: string, action: Action): Promise<void> {
  if ((await ask(directory, action)) === null)
    throw new UsageError(`you have no mount at ${directory}`);
}
