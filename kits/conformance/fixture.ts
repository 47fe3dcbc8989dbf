import type { FileInfo } from "@/kits/typescript/message.ts";

import { type ApiProxy, startApiProxy } from "./api-proxy.ts";
import { startDatabaseProxy } from "./database-proxy.ts";
import { eventually } from "./eventually.ts";
import { createFilesystem, type Filesystem, type Service } from "./filesystem.ts";
import { prepareReceiver, type ReceiverProcess } from "./receiver-process.ts";
import { createSender, OLD_SECRET, SECRET, type Sender } from "./sender.ts";
import { createSteps, type Steps } from "./steps.ts";

/** What is tested, and against which service. */
export type Target = Service & {
  /** The program of the receiver and its arguments. */
  command: string[];
  /** The database to give to the receiver; without one it keeps its state elsewhere. */
  databaseUrl: string | undefined;
};

/** A new filesystem and a receiver of its changes: each check has its own. */
export type Fixture = {
  filesystem: Filesystem;
  api: ApiProxy;
  receiver: ReceiverProcess;
  /** Another process of the same receiver, on the same database. */
  second: ReceiverProcess;
  sender: Sender;
  steps: Steps;
  hasDatabase: boolean;
  /** Waits until the receiver has exactly the files of the filesystem; below its prefix, if it has one. */
  converge: (prefix?: string, of?: ReceiverProcess) => Promise<void>;
};

/** How many messages a receiver has to queue. */
export const MAX_QUEUED = 3;

/** Prepares a fixture; the check starts the receiver. */
export async function prepareFixture(
  target: Target,
): Promise<Fixture & { close(): Promise<void> }> {
  const filesystem = await createFilesystem(target);
  const steps: Steps = createSteps(() => receiver.kill());
  const api = await startApiProxy(target.api, () => steps);
  const database =
    target.databaseUrl === undefined
      ? undefined
      : await startDatabaseProxy(target.databaseUrl, () => steps);
  const settings = {
    TIDEMARK_API: api.url,
    TIDEMARK_KEY: target.key,
    TIDEMARK_ORG: target.org,
    TIDEMARK_FILESYSTEM: filesystem.id,
    TIDEMARK_SECRETS: `${SECRET} ${OLD_SECRET}`,
    TIDEMARK_MAX_QUEUED: String(MAX_QUEUED),
    ...(database && { DATABASE_URL: database.url }),
  };
  const receiver = await prepareReceiver(target.command, settings);
  const second = await prepareReceiver(target.command, settings);
  const sender = createSender(filesystem, receiver.url, api);

  async function converge(prefix = "/", of = receiver): Promise<void> {
    const expected = rowsOf(await filesystem.list(prefix));
    let found: string[] = [];
    await eventually(
      () => `these files:\n${expected.join("\n")}\nThe receiver has:\n${found.join("\n")}`,
      async () => {
        found = rowsOf(await of.files().catch(() => []));
        return found.join("\n") === expected.join("\n");
      },
    );
  }

  return {
    filesystem,
    api,
    receiver,
    second,
    sender,
    steps,
    hasDatabase: database !== undefined,
    converge,
    async close() {
      await receiver.end();
      await second.end();
      await api.close();
      await database?.close();
    },
  };
}

/** One line for each file, sorted. */
function rowsOf(files: FileInfo[]): string[] {
  return files
    .map(({ path, type, size, etag, modified_at }) =>
      [path, type, size, etag, Date.parse(modified_at)].join(" "),
    )
    .toSorted();
}
