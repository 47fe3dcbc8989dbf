import fs from "node:fs";

import { FuseError } from "./fuse/errno";
import type { Mounted } from "./mounted";
import { now, type Node, sourceOf } from "./node";
import { copyToStage, createStage, type Stage, writeAt } from "./stage";

const MAX_BYTES = 5 * 1024 ** 3;

/**
 * The stage of a file that is about to be written, with its first `keep` bytes.
 * @throws RequestError
 */
export async function stageOf(mounted: Mounted, node: Node, keep: number): Promise<Stage> {
  const { stage } = node;
  // An upload reads the old one, which is closed when it has ended.
  if (stage?.sending === true) {
    node.stage = {
      ...copyToStage(mounted.stages, stage.file, Math.min(keep, node.size)),
      dirty: true,
    };
    return node.stage;
  }
  if (stage !== null) return stage;
  const made = await open(mounted, node, Math.min(keep, node.size));
  // Another write may have been faster.
  if (node.stage !== null) {
    fs.closeSync(made.fd);
    fs.rmSync(made.file);
    return node.stage;
  }
  node.stage = made;
  return made;
}

async function open(mounted: Mounted, node: Node, keep: number): Promise<Stage> {
  const source = sourceOf(node);
  if (keep === 0 || source === null) return createStage(mounted.stages);
  return mounted.contents.copy(source, keep, mounted.stages);
}

/** Writes to a stage. Returns the number of bytes. @throws FuseError EFBIG, the disk's error */
export function writeTo(node: Node, stage: Stage, offset: number, data: Buffer): number {
  if (offset + data.length > MAX_BYTES) throw new FuseError("EFBIG");
  writeAt(stage.fd, offset, data);
  touch(node, stage, Math.max(node.size, offset + data.length));
  return data.length;
}

/** Makes a file longer or shorter. @throws FuseError EFBIG, RequestError */
export async function resize(mounted: Mounted, node: Node, size: number): Promise<void> {
  if (size > MAX_BYTES) throw new FuseError("EFBIG");
  const stage = await stageOf(mounted, node, size);
  fs.ftruncateSync(stage.fd, size);
  touch(node, stage, size);
}

function touch(node: Node, stage: Stage, size: number): void {
  stage.dirty = true;
  node.size = size;
  node.modified = now();
  node.changed = node.modified;
}
