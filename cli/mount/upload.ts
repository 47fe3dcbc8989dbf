import fs from "node:fs";

import { LIMITS } from "@/lib/contract/limits";
import type { Stat } from "@/lib/contract/stat";

import type { FuseError } from "./fuse/errno";
import { make, type Mounted, requirePath } from "./mounted";
import { fromTime, type Node, pathOf } from "./node";
import type { Stamp } from "./remote";
import { keep } from "./replay";
import { discardStage, readAt, type Stage } from "./stage";
import type { Call, Task } from "./task";
import { confirm } from "./tree";

/** Uploads that wait: they take what is written until they start. */
const waiting = new WeakMap<Node, { task: Task; done: Promise<void> }>();

/** How many uploads of a file have started and not ended. */
const running = new WeakMap<Node, number>();

/** Whether an upload of the file has not started. */
export const hasWaitingUpload = (node: Node) => waiting.has(node);

/** Whether the service does not know the file, and no upload is on its way to create it. */
export const isUnsent = (node: Node) =>
  node.type === "file" && node.serverId === null && !waiting.has(node) && !running.get(node);

const count = (node: Node, by: number) => running.set(node, (running.get(node) ?? 0) + by);

/** Takes back an upload that has not started and that no later change depends on. */
export function cancelUpload({ queue }: Mounted, node: Node): boolean {
  const upload = waiting.get(node);
  if (upload === undefined || !queue.cancel(upload.task)) return false;
  waiting.delete(node);
  return true;
}

/**
 * Uploads what was written to a file, as one version. Resolves when the service has it, or at once if this mount does not
 * wait. @throws FuseError
 */
export async function commit(mounted: Mounted, node: Node): Promise<void> {
  if (node.stage?.dirty !== true || node.names.length === 0) return;
  const under = waiting.get(node);
  if (under !== undefined) return mounted.durability === "close" ? under.done : undefined;
  const task = uploadOf(mounted, node, requirePath(node));
  const done = make(mounted, task, node);
  waiting.set(node, { task, done });
  return done;
}

/** Uploads what was written to all files that were not written to for `quietMs`. Failures are reported. */
export async function commitAll(mounted: Mounted, quietMs: number): Promise<void> {
  const before = (Date.now() - quietMs) / 1000;
  const written = [...mounted.tree.byId.values()].filter(
    ({ stage, modified }) => stage?.dirty === true && modified.seconds <= before,
  );
  await Promise.all(written.map((node) => commit(mounted, node).catch(() => undefined)));
}

function uploadOf(mounted: Mounted, node: Node, at: string): Task {
  let sent: Stage | null = null;
  const file = node.stage?.file ?? "";
  return {
    entry: { kind: "put", path: at, file, stamp: stampOf(mounted, node) },
    paths: [at],
    batchBytes: () =>
      node.size <= LIMITS.batchContentBytes ? 400 + Math.ceil((node.size * 4) / 3) : null,
    start(): Call {
      waiting.delete(node);
      sent = node.stage;
      if (sent === null) throw new Error("there is nothing to upload");
      count(node, 1);
      sent.dirty = false;
      sent.sending = true;
      const stamp = stampOf(mounted, node);
      if (node.size <= LIMITS.batchContentBytes) {
        const content = readAt(sent.fd, 0, node.size).toString("base64");
        return { change: { op: "put", path: at, content, ...stamp } };
      }
      const { size } = node;
      return { send: () => mounted.remote.put(at, file, size, stamp) };
    },
    finish: (stat) => finish(mounted, node, sent, stat),
    abandon: (failure) => abandon(mounted, node, sent, failure),
  };
}

/** Mode, time and owner as a write stores them. */
export function stampOf({ keepsOwners }: Mounted, node: Node): Stamp {
  return {
    mode: node.mode.toString(8).padStart(4, "0"),
    modified_at: fromTime(node.modified),
    ...(keepsOwners ? { uid: node.uid, gid: node.gid } : {}),
  };
}

function finish({ tree, contents }: Mounted, node: Node, sent: Stage | null, stat: Stat | null) {
  if (stat === null || sent === null) return;
  count(node, -1);
  sent.sending = false;
  confirm(tree, node, stat);
  const isCurrent = node.stage === sent;
  if (isCurrent && sent.dirty) return;
  if (isCurrent) node.stage = null;
  fs.closeSync(sent.fd);
  if (stat.size === fs.statSync(sent.file).size) contents.adopt(sent.file, stat.etag, stat.size);
  else fs.rmSync(sent.file, { force: true });
}

// Bytes that a program may take for written are not thrown away; the file shows what the service has.
function abandon(mounted: Mounted, node: Node, sent: Stage | null, failure: FuseError): void {
  waiting.delete(node);
  if (sent === null) return;
  count(node, -1);
  sent.sending = false;
  const name = pathOf(node) ?? "a deleted file";
  const kept = keep(sent.file, name, mounted.cache);
  mounted.report(`${name} was not stored (${failure.code}); its bytes are in ${kept}`);
  const isCurrent = node.stage === sent;
  if (isCurrent && sent.dirty) return;
  if (isCurrent) node.stage = null;
  discardStage(sent);
  mounted.tree.forget.invalidateNode(node.id);
}

/** Drops what was written to a deleted file when it is closed. */
export function dropStage(node: Node): void {
  if (node.stage === null || node.stage.sending || waiting.has(node)) return;
  discardStage(node.stage);
  node.stage = null;
}
