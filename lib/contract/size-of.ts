const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** Bytes for people, in the units of quotas and limits: 1234567 is "1.2 MiB". */
export function sizeOf(bytes: number): string {
  // What would be rounded to 1,024 of a unit is one of the next.
  const power = Math.floor(Math.log2(Math.max(1, bytes * 1.0005)) / 10);
  const unit = Math.min(power, UNITS.length - 1);
  const value = bytes / 1024 ** unit;
  return `${value.toFixed(Number.isInteger(value) || value >= 100 ? 0 : 1)} ${UNITS[unit]}`;
}
