import fs from "node:fs";

import { z } from "zod";

import { wasTouched } from "./lock-touch";
import { isRunning, pidNamespace, startMark } from "./processes";

const shape = z.object({
  pid: z.number().optional(),
  mark: z.string().optional(),
  // A lock of an earlier release has none.
  namespace: z.string().nullable().optional(),
});

/** `elsewhere`: in another container, whose process ids mean nothing here. */
export type Holder = { pid: number | undefined; elsewhere: boolean };

/** Who holds the lock file, or undefined. */
export function lockHolder(file: string): Holder | undefined {
  return fs.existsSync(file) ? holderIn(fs.readFileSync(file, "utf8"), file) : undefined;
}

/** Who holds the lock file that has this text, or undefined. */
export function holderIn(text: string, file: string): Holder | undefined {
  const parsed = parse(text);
  if (parsed === undefined) return undefined;
  const { pid, mark, namespace } = parsed;
  if (namespace !== undefined && namespace !== pidNamespace())
    return wasTouched(file) ? { pid, elsewhere: true } : undefined;
  const isHeld = pid !== undefined && isRunning(pid) && startMark(pid) === mark;
  return isHeld ? { pid, elsewhere: false } : undefined;
}

function parse(text: string) {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
