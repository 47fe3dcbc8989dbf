const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"];

/** Bytes in powers of 1,000: 1234567 is "1.2 MB". */
export function sizeOf(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${UNITS[power]}`;
}

const GIB = 1024 ** 3;

/** Bytes as quotas are set: whole GiB as such ("500 GiB"), all others as sizes. */
export const quotaOf = (bytes: number): string =>
  bytes > 0 && bytes % GIB === 0 ? `${(bytes / GIB).toLocaleString("en")} GiB` : sizeOf(bytes);

/** A count with its noun: "1 item", "4,711 items". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
