import { exchangeAgain } from "@/cli/mount/exchange-again";
import { FuseError } from "@/cli/mount/fuse/errno";
import { make, type Mounted, requirePath } from "@/cli/mount/mounted";
import { join, type Node } from "@/cli/mount/node";
import type { Remote } from "@/cli/mount/remote";
import type { Task } from "@/cli/mount/task";
import { attach, detach, isWithin } from "@/cli/mount/tree";
import { distrust, expire } from "@/cli/mount/tree-updates";
import { commit } from "@/cli/mount/upload";

import { changedIn, requireChild } from "./changes";

type Location = { parent: Node; name: string; node: Node };

/** renameat2(2) with RENAME_EXCHANGE: both names stay, and each leads to what the other one did. */
export async function exchange(
  mounted: Mounted,
  names: readonly [parentId: number, name: string][],
): Promise<void> {
  const locations: Location[] = [];
  for (const [parentId, name] of names)
    locations.push({ name, ...(await requireChild(mounted, parentId, name)) });
  // The service knows the first one by now, or by when the exchange is made, so its number says whether it was made.
  const [one, other] = locations.toSorted((a, b) => Number(isNew(a.node)) - Number(isNew(b.node)));
  if (one === undefined || other === undefined || one.node === other.node) return;
  for (const { node } of locations) await commit(mounted, node);
  if (isNew(one.node)) await mounted.queue.passed(pathOf(one));

  // What they wait for may have moved them.
  for (const { parent, name, node } of locations)
    if (parent.children.get(name) !== node) throw new FuseError("ENOENT");
  if (isWithin(one.parent, other.node) || isWithin(other.parent, one.node))
    throw new FuseError("EINVAL");
  const task = exchangeTask(mounted, one, other);
  swap(mounted, one, other);
  await make(mounted, task, one.node);
}

const isNew = ({ serverId }: Node) => serverId === null;
const pathOf = ({ parent, name }: Location) => join(requirePath(parent), name);

function swap({ tree }: Mounted, one: Location, other: Location): void {
  for (const { parent, name } of [one, other]) detach(tree, parent, name);
  attach(tree, one.parent, one.name, other.node);
  attach(tree, other.parent, other.name, one.node);
  one.node.changed = changedIn(one.parent);
  other.node.changed = changedIn(other.parent);
}

function exchangeTask(mounted: Mounted, one: Location, other: Location): Task {
  const { tree, remote, moves, missed } = mounted;
  const [from, to] = [pathOf(one), pathOf(other)];
  const node = one.node.serverId ?? "";
  moves.begin(from, one.node);
  moves.begin(to, other.node);
  other.node.underWay += 1;
  // What others changed there just before has to be asked for by the new names.
  for (const path of missed) for (const moved of moves.nodesOf(path)) distrust(tree, moved);
  const end = (cursor: string | null) => {
    moves.end(from, cursor);
    moves.end(to, cursor);
    other.node.underWay -= 1;
  };
  return {
    entry: { kind: "exchange", from, to, node },
    paths: [from, to],
    batchBytes: () => null,
    start: () => ({ send: exchangeOnce(remote, from, to, node) }),
    finish(stat, cursor) {
      end(cursor);
      if (other.node.names.length > 0) expire(tree, other.node);
      // Others may have made both names links to one file: then nothing was exchanged.
      if (stat !== null && stat.nlink > 1) missed.add(from).add(to);
    },
    fail: () => end(null),
  };
}

/** Exchanges; a repetition looks whether the first time did it. */
function exchangeOnce(remote: Remote, from: string, to: string, node: string) {
  let attempts = 0;
  return () => {
    attempts += 1;
    return attempts === 1 ? remote.exchange(from, to) : exchangeAgain(remote, from, to, node);
  };
}
