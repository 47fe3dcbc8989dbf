import type { Random } from "@/testing/fuzz/random";
import { checkable } from "@/testing/mount-changes";

import type { Access } from "./access";

/** What may be at each path after what was done there: texts, or null for nothing. */
export type Allowed = Map<string, (string | null)[]>;

const NAMES = ["a", "b", "c", "d"];

/**
 * Makes one change in a directory that only this writer changes, and notes what may be there then: what was acknowledged,
 * and what was tried since. @throws what the change failed with
 */
export async function changeOwn(
  access: Access,
  directory: string,
  random: Random,
  allowed: Allowed,
): Promise<void> {
  const path = `${directory}/${random.pick(NAMES)}`;
  const text = checkable(random, random.below(random.chance(10) ? 200_000 : 3_000));
  const kind = random.pick(["write", "write", "replace", "remove"] as const);
  const before = allowed.get(path) ?? [null];
  // Without it there is nothing to remove.
  const result = kind === "remove" ? null : text;
  if (result === null && before.includes(null)) return;
  allowed.set(path, [...before, result]);
  if (kind === "write") await access.write(path, text);
  else if (kind === "remove") await access.remove(path);
  else {
    // As editors do.
    await access.write(`${path}.new`, text);
    await access.rename(`${path}.new`, path);
  }
  allowed.set(path, [result]);
}
