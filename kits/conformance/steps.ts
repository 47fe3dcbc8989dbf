/** The steps that a receiver takes outside of its process, and the one before which it is killed. */
export type Steps = {
  /** Takes a step; false if the receiver is killed instead. */
  take(): boolean;
  /** Counts from now on, and kills before the step of this number. */
  arm(killAt: number): void;
  /** Whether the receiver was killed since then. */
  killed(): boolean;
  disarm(): void;
};

/** Returns steps that kill nothing until they are armed. */
export function createSteps(kill: () => void): Steps {
  let [count, killAt] = [0, 0];
  return {
    take() {
      if (killAt === 0) return true;
      count += 1;
      if (count === killAt) kill();
      return count !== killAt;
    },
    arm(at) {
      [count, killAt] = [0, at];
    },
    killed: () => killAt > 0 && count >= killAt,
    disarm() {
      killAt = 0;
    },
  };
}
