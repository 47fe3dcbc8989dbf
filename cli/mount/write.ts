import fs from "node:fs";

import { noteWrite } from "./changed-ranges";
import { FuseError } from "./fuse/errno";
import type { Mounted } from "./mounted";
import { now, type Node } from "./node";
import { readSource } from "./read-source";
import { copyToStage, createStage, discardStage, type Stage, writeAt } from "./stage";

const MAX_BYTES = 5 * 1024 ** 3;

/**
 * The stage of a file that is about to be written, with its first `keep` bytes.
 * @throws FuseError
 */
export async function stageOf(mounted: Mounted, node: Node, keep: number): Promise<Stage> {
  for (;;) {
    const { stage, etag } = node;
    // An upload reads the old one, which is closed when it has ended.
    if (stage?.uploading === true) {
      const copy = copyToStage(mounted.stages, stage.file, Math.min(keep, node.size));
      node.stage = { ...copy, dirty: true, follows: stage };
      return node.stage;
    }
    if (stage !== null) return stage;
    const made = Object.assign(await open(mounted, node, keep), { basedOn: etag });
    // Another write may have been faster, or the contents changed elsewhere.
    if (node.stage === null && node.etag === etag) {
      node.stage = made;
      return made;
    }
    discardStage(made);
  }
}

async function open(mounted: Mounted, node: Node, keep: number): Promise<Stage> {
  const { contents, stages } = mounted;
  if (keep === 0) return createStage(stages);
  const copied = await readSource(mounted, node, async (source) => {
    const stage = await contents.copy(source, Math.min(keep, source.size), stages);
    stage.changed.base = source;
    return stage;
  });
  return copied ?? createStage(stages);
}

/** Writes to a stage. Returns the number of bytes. @throws FuseError EFBIG, the disk's error */
export function writeTo(node: Node, stage: Stage, offset: number, data: Buffer): number {
  if (offset + data.length > MAX_BYTES) throw new FuseError("EFBIG");
  writeAt(stage.fd, offset, data);
  noteWrite(stage.changed, offset, offset + data.length);
  touch(node, stage, Math.max(node.size, offset + data.length));
  return data.length;
}

/** Makes a file longer or shorter. @throws FuseError EFBIG, RequestError */
export async function resize(mounted: Mounted, node: Node, size: number): Promise<void> {
  if (size > MAX_BYTES) throw new FuseError("EFBIG");
  const stage = await stageOf(mounted, node, size);
  fs.ftruncateSync(stage.fd, size);
  stage.changed.kept = Math.min(stage.changed.kept, size);
  touch(node, stage, size);
}

function touch(node: Node, stage: Stage, size: number): void {
  stage.dirty = true;
  stage.writtenAt = performance.now();
  node.size = size;
  node.modified = now();
  node.changed = node.modified;
}
