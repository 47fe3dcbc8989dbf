import type { Random } from "@/testing/fuzz/random";
import { checkable, FOLDERS, NAMES } from "@/testing/mount-changes";

import type { Access } from "./access";
import type { Outages } from "./outages";
import { type Allowed, changeOwn } from "./own-files";

/** A way to change files, with a directory of its own and a change to the one that all share. */
export type Writer = {
  name: string;
  access: Access;
  /** Makes a change that may meet those of others. Resolves to what is wrong with its outcome. */
  changeShared: (random: Random) => Promise<string | null>;
};

/** What a writer did: what may be where only it wrote, and the failures that it met. */
export type Written = { allowed: Allowed; failures: string[] };

/**
 * Makes changes one after the other, half of them where the other writers make theirs. `explain` says of which failures,
 * since when, nothing else was promised.
 */
export async function write(
  { name, access, changeShared }: Writer,
  random: Random,
  changes: number,
  onChange: (name: string, count: number) => void,
  explain: Outages["explain"],
): Promise<Written> {
  const written: Written = { allowed: new Map(), failures: [] };
  for (let n = 0; n < changes; n++) {
    const from = performance.now();
    const fail = (error: unknown) => {
      if (!explain(String(error), from)) written.failures.push(`${name}: ${String(error)}`);
    };
    if (random.chance(50)) await changeOwn(access, `/${name}`, random, written.allowed).catch(fail);
    else {
      const wrong = await changeShared(random);
      if (wrong !== null) fail(wrong);
    }
    onChange(name, n + 1);
  }
  return written;
}

/** A change in the shared directory by a writer that has no mount; others may have been faster. */
export async function changeByAccess(access: Access, random: Random): Promise<null> {
  const path = `/shared/${random.pick(NAMES)}`;
  const other = `/shared/${random.pick(NAMES)}`;
  const change = random.pick([
    () => access.write(path, checkable(random, random.below(5_000))),
    () => access.rename(path, other),
    () => access.remove(path),
    () => access.mkdir(`/shared/${random.pick(FOLDERS)}`),
  ]);
  await change().catch(() => undefined);
  return null;
}
