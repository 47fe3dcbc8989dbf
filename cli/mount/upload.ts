import fs from "node:fs";

import { LIMITS } from "@/lib/contract/limits";
import type { Stat } from "@/lib/contract/stat";

import { toFuseError } from "./errno-of";
import type { FuseError } from "./fuse/errno";
import { make, type Mounted, requirePath } from "./mounted";
import { fromTime, type Node, pathOf, pathsOf } from "./node";
import type { Stamp } from "./remote";
import { keep } from "./replay";
import { discardStage, readAt, type Stage } from "./stage";
import type { Call, Task } from "./task";
import { confirm } from "./tree";

/** Uploads that wait: they take what is written until they start. */
const waiting = new WeakMap<Node, { task: Task; done: Promise<void> }>();

/** Uploads under way, with their paths. */
const running = new WeakMap<Node, readonly string[]>();

/** Whether an upload of a node has not started: it takes what changes until then. */
export const isWaiting = (node: Node) => waiting.has(node);

/** Whether an upload of a node waits or is under way. */
export const isOnItsWay = (node: Node) => waiting.has(node) || running.has(node);

/** Takes back an upload that has not started. Returns whether there was one; the next `commit` makes another. */
export function withdraw({ queue }: Mounted, node: Node): boolean {
  const task = waiting.get(node)?.task;
  if (task === undefined || !queue.cancel(task)) return false;
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
  const task = uploadOf(mounted, node, node.stage, requirePath(node));
  const done = make(mounted, task, node);
  waiting.set(node, { task, done });
  return done;
}

/** Uploads what was written to all files that were not written to for `quietMs`. Failures are reported. */
export async function commitAll(mounted: Mounted, quietMs: number): Promise<void> {
  const before = Date.now() - quietMs;
  const written = [...mounted.tree.byId.values()].filter(
    ({ stage }) => stage?.dirty === true && stage.writtenAt <= before,
  );
  await Promise.all(written.map((node) => commit(mounted, node).catch(() => undefined)));
}

function uploadOf(mounted: Mounted, node: Node, stage: Stage, at: string): Task {
  const paths = [at, ...pathsOf(node), ...(running.get(node) ?? [])];
  const isSmall = () => node.size <= LIMITS.batchContentBytes;
  return {
    entry: { kind: "put", path: at, file: stage.file, stamp: stampOf(mounted, node) },
    // Two uploads of a file keep their order, whatever its names are by then.
    paths,
    batchBytes: () => (isSmall() ? 400 + Math.ceil((node.size * 4) / 3) : null),
    start(): Call {
      waiting.delete(node);
      running.set(node, paths);
      stage.dirty = false;
      stage.uploading = true;
      const stamp = stampOf(mounted, node);
      if (isSmall()) {
        const content = readAt(stage.fd, 0, node.size).toString("base64");
        return { change: { op: "put", path: at, content, ...stamp } };
      }
      stage.sending = true;
      const { size } = node;
      return { send: () => mounted.remote.put(at, stage.file, size, stamp) };
    },
    finish: (stat) => finish(mounted, node, stage, stat),
    fail: (error) => keepBytes(mounted, node, stage, toFuseError(error)),
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

function finish({ tree, contents }: Mounted, node: Node, sent: Stage, stat: Stat | null): void {
  if (stat === null) return;
  confirm(tree, node, stat);
  // It changed elsewhere too: what is shown has to be asked for again.
  if (node.stale) tree.forget.invalidateNode(node.id);
  if (!isOver(node, sent)) return;
  fs.closeSync(sent.fd);
  if (!sent.dirty && stat.size === fs.statSync(sent.file).size)
    contents.adopt(sent.file, stat.etag, stat.size);
  else fs.rmSync(sent.file, { force: true });
}

// Bytes that a program may take for written are not thrown away.
function keepBytes(mounted: Mounted, node: Node, sent: Stage, failure: FuseError): void {
  const name = pathOf(node) ?? "deleted";
  const kept = keep(sent.file, name, mounted.cache);
  mounted.report(`${name} was not stored (${failure.code}); its bytes are in ${kept}`);
  node.stale = true;
  if (isOver(node, sent)) discardStage(sent);
}

/** Ends the upload of a stage. Returns whether the stage is no longer needed, as nothing more was written to it. */
function isOver(node: Node, sent: Stage): boolean {
  running.delete(node);
  Object.assign(sent, { uploading: false, sending: false });
  if (node.stage !== sent) return true;
  const isUsed = node.names.length > 0 || node.handles > 0 || waiting.has(node);
  if (sent.dirty && isUsed) return false;
  node.stage = null;
  return true;
}

/** Drops what was written to a deleted file when it is closed. An upload under way does so when it ends. */
export function dropStage(node: Node): void {
  if (node.stage === null || node.stage.uploading || waiting.has(node)) return;
  discardStage(node.stage);
  node.stage = null;
}
