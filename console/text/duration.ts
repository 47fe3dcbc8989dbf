const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const;

/** How long something has lasted, in milliseconds, rounded down: "7 h", "less than a minute". */
export function elapsedOf(ms: number): string {
  if (ms < 60_000) return "less than a minute";
  const [unit, size] = UNITS.find(([, length]) => ms >= length) ?? UNITS[3];
  return `${Math.floor(ms / size)} ${unit}`;
}

/** How much time is left, in milliseconds, rounded up so that a fresh limit of 24 h reads "24 h". */
export function remainingOf(ms: number): string {
  const [unit, size] = UNITS.find(([, length]) => ms > length) ?? UNITS[3];
  return `${Math.ceil(Math.max(0, ms) / size)} ${unit}`;
}

/** A countdown of milliseconds: "42 s", "1 min 05 s", "3 h 07 min", and in whole hours from ten: "24 h". */
export function countdownOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${twoDigits(seconds % 60)} s`;
  if (seconds >= 36_000) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 3_600)} h ${twoDigits(Math.floor((seconds % 3_600) / 60))} min`;
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** How long something took, in milliseconds: "48 ms", "1.2 s". */
export function latencyOf(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
