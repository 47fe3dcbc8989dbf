import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import type { Access } from "./access";
import { createContents } from "./contents";
import type { Controls } from "./control";
import { createMountEnd, flush } from "./end-mount";
import { translate } from "./errno-of";
import { followChanges } from "./feed";
import { createFollower } from "./follow";
import { type Libc, loadLibc } from "./fuse/libc";
import { mountFuse } from "./fuse/mount-point";
import { type FuseSession, startSession } from "./fuse/session";
import { createHandlers } from "./handlers/handlers";
import { openJournal } from "./journal";
import { keptIn } from "./keep";
import { createLead } from "./lead";
import type { Conflicts, Durability, Mounted } from "./mounted";
import { createMoves } from "./moves";
import { pathOf } from "./node";
import { claim } from "./owner";
import { createQueue } from "./queue";
import { createRemote, type Remote } from "./remote";
import { replayCrashed } from "./replay";
import { locate } from "./tree";
import { createTree } from "./tree-updates";
import { commitAll } from "./upload";
import { touch } from "./watch";

// How long a change is repeated while the service is away: in the first case a program waits for it.
const GIVE_UP_MS = { close: 120_000, behind: 24 * 3_600_000 };
// What stays open is stored when it was not written to for this long.
const IDLE_MS = 30_000;
const CHECK_MS = 10_000;

export type MountSettings = {
  directory: string;
  durability: Durability;
  conflicts: Conflicts;
  readOnly: boolean;
  keepsOwners: boolean;
  /** Directory of this filesystem's cached contents and of what is not uploaded. */
  cache: string;
  baseUrl: string;
  /** It was mounted until its process died: programs may have written to the directory meanwhile. */
  again: boolean;
};

/** A mount that is served. `ended` resolves when it is no longer mounted, with why access was lost, or null. */
export type Mount = Controls & { ended: Promise<string | null> };

/**
 * Mounts a filesystem and serves it until it is unmounted or access is lost.
 * @param access which is kept alive by the caller
 * @throws UsageError, FuseError, RequestError
 */
export async function serveMount(
  settings: MountSettings,
  access: Access,
  say: (text: string) => void,
): Promise<Mount> {
  const { directory, readOnly, again } = settings;
  const remote = createRemote(settings.baseUrl, access);
  const libc = await loadLibc();
  if (!readOnly) await replayCrashed(libc, { cache: settings.cache, remote, report: say });
  const served: { by: FuseSession | null } = { by: null };
  const { mounted, cursor } = await prepare(settings, libc, remote, served, say);
  const fsname = access.session().filesystemId;
  const allowOther = process.getuid?.() === 0;
  if (again) reportHidden(directory, say);
  const fd = await mountFuse(directory, { fsname, readOnly, allowOther, mayHide: again });
  const fuse = startSession(fd, createHandlers(mounted), translate, (error) =>
    say(`a request failed: ${String(error)}`),
  );
  served.by = fuse;

  const stop = new AbortController();
  const timer = setInterval(() => void commitAll(mounted, IDLE_MS), CHECK_MS);
  const end = createMountEnd(mounted, directory, fuse, () => {
    clearInterval(timer);
    stop.abort();
  });
  const follower = createFollower(mounted, fuse, (code) => {
    mounted.ended = code;
    end.unmount().catch(() => undefined);
  });
  void followChanges(remote, cursor, follower, stop.signal);
  return {
    flush: () => flush(mounted),
    unmount: () => end.unmount(),
    status: () => ({
      filesystem_id: fsname,
      directory,
      session_id: access.session().id,
      durability: settings.durability,
      read_only: readOnly,
      live: mounted.feed.live,
      waiting: mounted.queue.size(),
      failures: [...mounted.failures].map(([node, { code }]) => `${pathOf(node) ?? "?"}: ${code}`),
    }),
    ended: end.ended.then(() => mounted.ended),
  };
}

function reportHidden(directory: string, say: (text: string) => void): void {
  const count = fs.readdirSync(directory).length;
  if (count > 0)
    say(`${directory}: ${count} names written while it was not mounted are seen after an unmount`);
}

async function prepare(
  { cache, durability, conflicts, keepsOwners }: MountSettings,
  libc: Libc,
  remote: Remote,
  served: { by: FuseSession | null },
  say: (text: string) => void,
): Promise<{ mounted: Mounted; cursor: string }> {
  const stages = path.join(cache, "stages", randomUUID());
  fs.mkdirSync(stages, { recursive: true, mode: 0o700 });
  // A full disk still moves files to it.
  fs.mkdirSync(keptIn(cache), { recursive: true, mode: 0o700 });
  claim(libc, stages);
  // The cursor is taken before the first listing, so that the feed repeats what comes between.
  const { root, cursor } = await remote.list("/", null);
  if (root === null) throw new Error("the filesystem has no root");
  const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const tree = createTree(root, keepsOwners ? null : owner, {
    invalidateNode: (node) => served.by?.notifier.invalidateNode(node),
    invalidateEntry: (parent, name) => served.by?.notifier.invalidateEntry(parent, name),
  });
  const lead = createLead();
  const madeHere = (paths: readonly string[], last: string | null) => {
    if (last !== null) lead.add(paths, last);
    for (const found of paths.map((at) => locate(tree, at)))
      if (found !== null) touch(found.parent, found.name);
  };
  const mounted: Mounted = {
    tree,
    remote,
    contents: createContents(path.join(cache, "contents"), remote),
    queue: createQueue(remote, openJournal(stages), GIVE_UP_MS[durability], madeHere),
    lead,
    moves: createMoves(),
    durability,
    conflicts,
    cache,
    stages,
    keepsOwners,
    feed: { live: false },
    ended: null,
    missed: new Set(),
    pending: new Map(),
    failures: new Map(),
    walk: null,
    report: say,
  };
  return { mounted, cursor };
}
