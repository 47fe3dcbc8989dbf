import os from "node:os";

import type { z } from "zod";

import type { Client } from "@/cli/client";
import type { Command } from "@/cli/command";
import { findOrg } from "@/cli/find-org";
import { forwardTo, verifyWith } from "@/cli/listen/receive";
import { toJson, toText } from "@/cli/listen/report";
import { stay, type Stop, type Reporter } from "@/cli/listen/stay";
import { readStored, type Stored, writeStored } from "@/cli/listen/stored";
import { listeners } from "@/lib/contract/listeners";
import type { Webhook } from "@/lib/contract/webhooks";
import { UsageError } from "@/lib/usage-error";

type Params = { org_id: string; fs_id: string };
type Listener = Pick<Stored, "webhook_id" | "secret">;
type Output = { isJson: boolean; forward: URL | null; say: (text: string) => void };

/** Receives the messages of a filesystem on this machine until it is interrupted. */
export const listen: Command = {
  usage: "listen FILESYSTEM_ID [--forward URL] [--org ORG]",
  summary:
    "receive messages about a filesystem, and forward them to a local program or verify and show them",
  options: ["forward", "org"],
  async run(client, given) {
    const [fs_id = ""] = given.positionals;
    const forward = readForward(given.options["forward"]);
    const params = { org_id: await findOrg(client, given), fs_id };
    const output = { isJson: given.flags.has("json"), forward, say: client.say };
    await receive(client, params, output, stopAtSignals());
    const text = "Stopped. Run it again within a minute to continue where it stopped.";
    return { data: { event: "stopped" }, text };
  },
};

function readForward(text: string | undefined): URL | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError("--forward must be a URL like http://localhost:4000/hook");
  return url;
}

/** The first signal ends after the message at hand, the next one at once. */
function stopAtSignals(): Stop {
  const stopping = new AbortController();
  const stop: Stop = { signal: stopping.signal, isBusy: false, leave: new AbortController() };
  const end = () => {
    stopping.abort();
    if (!stop.isBusy) stop.leave.abort();
    process.off("SIGINT", end).off("SIGTERM", end);
  };
  process.on("SIGINT", end).on("SIGTERM", end);
  return stop;
}

/** Goes on with the last listener if it is still there, otherwise with a new one that has the same secret. */
async function receive(client: Client, params: Params, output: Output, stop: Stop): Promise<void> {
  let listener: Listener | null = await readStored(client.settings, params.fs_id);
  let reporter: Reporter | undefined;
  for (;;) {
    listener ??= await create(client, params);
    reporter ??= createReporter(output, params.fs_id, listener);
    const { webhook_id, secret } = listener;
    const { forward } = output;
    const local = forward === null ? verifyWith(secret) : forwardTo(forward);
    const end = await stay(client, { ...params, webhook_id }, local, reporter, stop);
    if (end === "stopped") return;
    listener = await create(client, params, secret);
  }
}

async function create(client: Client, params: Params, secret?: string): Promise<Listener> {
  const body = { machine: os.hostname() || "unknown machine", ...(secret && { secret }) };
  const made = await client.call(listeners.create, { params, body });
  const listener = { webhook_id: made.id, secret: made.secret };
  await writeStored(client.settings, params.fs_id, listener);
  return listener;
}

const print = (text: string) => void process.stdout.write(`${text}\n`);

function createReporter(
  { isJson, forward, say }: Output,
  fsId: string,
  { secret }: Listener,
): Reporter {
  let isGreeted = false;
  let isOpen = true;
  let shown = "active";
  return {
    open() {
      if (!isGreeted && isJson) print(JSON.stringify({ event: "listening", secret }));
      if (!isGreeted && !isJson) say(greeting(fsId, forward, secret));
      if (isGreeted && !isOpen) say("Connected again.");
      isGreeted = true;
      isOpen = true;
    },
    lost() {
      if (isOpen) say("Connection lost; trying again every second.");
      isOpen = false;
    },
    received(received) {
      print(isJson ? toJson(received) : toText(received, forward === null));
    },
    state(webhook) {
      if (webhook.state !== shown) say(stateText(webhook));
      shown = webhook.state;
    },
  };
}

const greeting = (fsId: string, forward: URL | null, secret: string) =>
  [
    `Listening to ${fsId}${forward === null ? "; messages are verified here" : `; messages go to ${forward.href}`}.`,
    `Signing secret: ${secret}`,
    "Change a file to get a message. Press Ctrl-C to stop.",
  ].join("\n");

function stateText({ state, disabled_reason }: z.infer<typeof Webhook>): string {
  if (state === "active") return "The listener is active again.";
  if (state === "paused") return "The listener is paused; resume it in the console.";
  if (disabled_reason === "failing")
    return "The listener was disabled after 24 hours of failures; enable it in the console.";
  return "The listener was disabled: its creator has lost access. Stop, wait a minute and start again.";
}
