import fs from "node:fs";

import { isTemporary } from "@/lib/api-client/persist";
import { RequestError } from "@/lib/api-client/request";
import { LIMITS } from "@/lib/contract/limits";
import type { Stat } from "@/lib/contract/stat";

import { rangesToSend } from "./changed-ranges";
import { toFuseError } from "./errno-of";
import type { FuseError } from "./fuse/errno";
import { keep } from "./keep";
import { checkNames, make, type Mounted, pathElsewhere, removeLocal, requirePath } from "./mounted";
import { fromTime, type Node, pathOf, pathsOf } from "./node";
import { conflictOf, putOrCopy } from "./put-or-copy";
import type { Made, Remote, Stamp } from "./remote";
import { discardStage, readAt, type Stage } from "./stage";
import type { Call, Task } from "./task";
import { confirm, expire } from "./tree-updates";

/** An upload of a file that has not ended. Its stage is frozen: what is written later goes into a copy. */
type Upload = { task: Task; stage: Stage; isStarted: boolean };

const uploads = new WeakMap<Node, Upload[]>();
const uploadsOf = (node: Node) => uploads.get(node) ?? [];

/** Whether an upload of a node has not started: it takes the attributes that change until then. */
export const isWaiting = (node: Node) => uploadsOf(node).some(({ isStarted }) => !isStarted);

/** Whether an upload of a node waits or is under way. */
export const isOnItsWay = (node: Node) => uploadsOf(node).length > 0;

/** Withdraws the only upload, if it has not started. Returns whether it did; the next `commit` makes another. */
export function withdraw({ queue }: Mounted, node: Node): boolean {
  const [only, another] = uploadsOf(node);
  if (only === undefined || another !== undefined || !queue.cancel(only.task)) return false;
  uploads.delete(node);
  const { stage } = only;
  if (node.stage === stage) Object.assign(stage, { uploading: false, dirty: true });
  else discardStage(stage);
  return true;
}

/**
 * Uploads what was written to a file, as one version. Resolves when the service has it, or at once if this mount does not
 * wait. @throws FuseError
 */
export async function commit(mounted: Mounted, node: Node): Promise<void> {
  const { stage } = node;
  if (stage?.dirty !== true) return;
  const at = node.names.length > 0 ? requirePath(node) : await pathElsewhere(mounted, node);
  // Another descriptor may have begun the upload meanwhile.
  if (at === null || node.stage !== stage || !stage.dirty) return;
  const task = uploadOf(mounted, node, stage, at);
  Object.assign(stage, { dirty: false, uploading: true });
  await make(mounted, task, node);
}

/** Uploads what was written to all files that were not written to for `quietMs`. The next close reports a failure. */
export async function commitAll(mounted: Mounted, quietMs: number): Promise<void> {
  const before = performance.now() - quietMs;
  const written = [...mounted.tree.byId.values()].filter(
    ({ stage }) => stage?.dirty === true && stage.writtenAt <= before,
  );
  const store = (node: Node) =>
    commit(mounted, node).catch((error: unknown) => {
      mounted.failures.set(node, toFuseError(error));
    });
  await Promise.all(written.map(store));
}

function uploadOf(mounted: Mounted, node: Node, stage: Stage, at: string): Task {
  const { size } = node;
  const keeps = mounted.conflicts === "keep";
  const isSmall = size <= LIMITS.batchContentBytes && !keeps;
  // Beside the contents its path, and names and values that are short.
  const batchBytes = isSmall ? Buffer.byteLength(at) + 400 + Math.ceil((size * 4) / 3) : null;
  let copy: string | null = null;
  // Two uploads of a file keep their order, whatever its names are by then.
  const earlier = uploadsOf(node).flatMap(({ task }) => task.paths);
  const upload: Upload = {
    stage,
    isStarted: false,
    task: {
      entry: {
        kind: "put",
        path: at,
        file: stage.file,
        stamp: stampOf(mounted, node),
        ...(keeps && stage.follows === null ? { basedOn: stage.basedOn } : {}),
      },
      paths: [at, ...pathsOf(node), ...earlier],
      batchBytes: () => batchBytes,
      start(): Call {
        upload.isStarted = true;
        const stamp = stampOf(mounted, node);
        const { remote } = mounted;
        const { file, basedOn } = stage;
        const write = { at, file, size, stamp, basedOn };
        if (keeps) return { send: () => putOrCopy(remote, write, (name) => (copy = name)) };
        if (!isSmall) return { send: () => send(remote, at, stage, size, stamp) };
        const content = readAt(stage.fd, 0, size).toString("base64");
        return { change: { op: "put", path: at, content, ...stamp } };
      },
      finish(stat) {
        forgetUpload(node, upload);
        if (copy === null) finish(mounted, node, stage, stat);
        else finishCopy(mounted, node, stage, at, copy);
      },
      fail(error) {
        forgetUpload(node, upload);
        keepBytes(mounted, node, stage, toFuseError(error));
      },
    },
  };
  uploads.set(node, [...uploadsOf(node), upload]);
  return upload.task;
}

/** Sends what changed of a large file; all of it if it is another one at the service by now, or that does not know ranges. */
async function send(
  remote: Remote,
  at: string,
  { file, changed }: Stage,
  size: number,
  stamp: Stamp,
): Promise<Made> {
  const ranges = rangesToSend(changed, size);
  if (ranges !== null && changed.base !== null) {
    try {
      return await remote.putRanges(at, file, size, stamp, { etag: changed.base.etag, ranges });
    } catch (error) {
      if (!(error instanceof RequestError) || isTemporary(error)) throw error;
    }
  }
  return remote.put(at, file, size, stamp);
}

function forgetUpload(node: Node, upload: Upload): void {
  const others = uploadsOf(node).filter((other) => other !== upload);
  if (others.length > 0) uploads.set(node, others);
  else uploads.delete(node);
}

/** Mode, time and owner as a write stores them. */
export function stampOf({ keepsOwners }: Mounted, node: Node): Stamp {
  return {
    mode: node.mode.toString(8).padStart(4, "0"),
    modified_at: fromTime(node.modified),
    ...(keepsOwners ? { uid: node.uid, gid: node.gid } : {}),
  };
}

function finish(mounted: Mounted, node: Node, sent: Stage, stat: Stat | null): void {
  const { tree, contents } = mounted;
  if (stat === null) return;
  const { serverId } = node;
  confirm(tree, node, stat);
  // Others had renamed what it was: its other names lead there. This upload is still under way.
  if (serverId !== null && serverId !== stat.node_id)
    queueMicrotask(() => checkNames(mounted, node, [stat.path]));
  // It changed elsewhere too: what is shown has to be asked for again.
  node.stale ||= stat.nlink !== node.links;
  if (node.stale) tree.forget.invalidateNode(node.id);
  endUpload(node, sent);
  fs.closeSync(sent.fd);
  if (stat.size === fs.statSync(sent.file).size) {
    contents.adopt(sent.file, stat.etag, stat.size);
    for (const stage of [node.stage, ...uploadsOf(node).map((upload) => upload.stage)])
      if (stage?.follows === sent) takeBase(stage, stat);
  } else fs.rmSync(sent.file, { force: true });
}

/** What was written is beside what others wrote, which is shown from now on. */
function finishCopy(mounted: Mounted, node: Node, sent: Stage, at: string, copy: string): void {
  mounted.report(conflictOf(at, copy));
  endUpload(node, sent);
  discardStage(sent);
  if (node.serverId === null) removeLocal(mounted, node);
  else expire(mounted.tree, node);
  for (const path of [at, copy]) mounted.missed.add(path);
}

function takeBase(stage: Stage, base: Stat): void {
  stage.basedOn = base.etag;
  stage.changed.base = base;
  stage.follows = null;
}

// Bytes that a program may take for written are not thrown away.
function keepBytes(mounted: Mounted, node: Node, sent: Stage, failure: FuseError): void {
  const name = pathOf(node) ?? "deleted";
  const kept = keepOrLeave(sent.file, name, mounted.cache);
  mounted.report(`${name} was not stored (${failure.code}); its bytes are in ${kept}`);
  node.stale = true;
  endUpload(node, sent);
  fs.closeSync(sent.fd);
}

// A disk that takes nothing more has them where they are, until the mount ends.
function keepOrLeave(file: string, name: string, cache: string): string {
  try {
    return keep(file, name, cache);
  } catch {
    return file;
  }
}

/** A stage is needed no longer than its upload: what was written meanwhile is in a copy. */
function endUpload(node: Node, sent: Stage): void {
  if (node.stage === sent) node.stage = null;
}

/** Drops what was written to a deleted file when it is closed. An upload does so when it ends. */
export function dropStage(node: Node): void {
  if (node.stage === null || node.stage.uploading) return;
  discardStage(node.stage);
  node.stage = null;
}
