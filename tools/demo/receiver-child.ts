import path from "node:path";

import { mirrorFile } from "@/examples/receiver/state";
import { startProgram, type Child } from "@/testing/programs/children";

import type { DemoEnvironment } from "./environment";
import { createWatcher, type Watcher } from "./watcher";

export type RunningReceiver = {
  watcher: Watcher;
  /** The file with the mirror. */
  mirror: string;
  /** The directory with the fetched contents, if any. */
  contents: string | null;
};

/**
 * Starts the receiver as a separate process, which creates the webhook. The key is passed in the
 * environment: any user of the machine can read a command line.
 */
export async function startReceiver(
  environment: DemoEnvironment,
  filesystem: string,
  options: { contents: boolean },
  directory: string,
  started: (child: Child) => void,
  signal: AbortSignal,
): Promise<RunningReceiver> {
  const state = path.join(directory, "receiver");
  const contents = options.contents ? path.join(directory, "contents") : null;
  const { hostName, port, certificates } = environment.receiver;
  const args = {
    api: environment.api,
    org: environment.org,
    filesystem,
    port: String(port),
    "host-name": hostName,
    dir: certificates,
    state,
    ...(contents === null ? {} : { contents }),
  };
  const watcher = createWatcher(signal);
  const child = await startProgram(
    [
      "bin/run.mjs",
      "examples/receiver/main.ts",
      "--create-webhook",
      "--json",
      ...Object.entries(args).map(([name, value]) => `--${name}=${value}`),
    ],
    { TIDEMARK_API_KEY: environment.key, TIDEMARK_WEBHOOK_SECRET: undefined },
    path.join(directory, "receiver.log"),
    watcher.take,
  );
  started(child);
  void child.ended.then(watcher.ended);
  return { watcher, mirror: mirrorFile(state), contents };
}
