import fs from "node:fs";

import { errorCodeOf } from "@/lib/errors";

const TOUCH_MS = 1_000;
// Ten missed touches: a holder that is only slow to be scheduled keeps its lock.
const STALE_MS = 10_000;

const touching = new Map<string, NodeJS.Timeout>();

/** Touches the file every second while this process runs, for those who cannot see it. `renew` writes one that is gone. */
export function keepTouching(file: string, renew: () => void): void {
  stopTouching(file);
  const touch = () => {
    const now = new Date();
    fs.utimes(file, now, now, (error) => {
      if (error === null || touching.get(file) !== timer) return;
      try {
        if (errorCodeOf(error) === "ENOENT") renew();
      } catch {
        // Its directory is gone, or the disk is full; in a second once more.
      }
    });
  };
  const timer = setInterval(touch, TOUCH_MS).unref();
  touching.set(file, timer);
  // A shared one may be old.
  touch();
}

/** Ends what `keepTouching` began. */
export function stopTouching(file: string): void {
  clearInterval(touching.get(file));
  touching.delete(file);
}

/** When the file was touched last, in milliseconds; undefined if there is none. */
export function lastTouch(file: string): number | undefined {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** Whether the file was touched in the last ten seconds, by a clock that may be a little off. */
export function wasTouched(file: string): boolean {
  return Math.abs(Date.now() - (lastTouch(file) ?? 0)) < STALE_MS;
}
