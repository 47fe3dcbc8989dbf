import type { Stat } from "@/lib/contract/stat";

import type { Attributes, Name } from "./reply";

/** Type bits of `st_mode`. */
export const TYPE = {
  file: 0o100000,
  directory: 0o040000,
  symlink: 0o120000,
  fifo: 0o010000,
  socket: 0o140000,
  character: 0o020000,
  block: 0o060000,
} as const;
const TYPE_MASK = 0o170000;
export const MODE_MASK = 0o7777;
/** Clients leave the umask of new entries to the server; OpenSSH's default. */
export const NEW_MODE_MASK = 0o7755;

export const isDirectory = (mode: number): boolean => (mode & TYPE_MASK) === TYPE.directory;

const LETTERS = new Map<number, string>([
  [TYPE.file, "-"],
  [TYPE.directory, "d"],
  [TYPE.symlink, "l"],
  [TYPE.fifo, "p"],
  [TYPE.socket, "s"],
  [TYPE.character, "c"],
  [TYPE.block, "b"],
]);
const RIGHTS = "r w x r w x r w x".split(" ");
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const HALF_A_YEAR_S = 182 * 24 * 3_600;

type Shown = Pick<Stat, "type" | "size" | "uid" | "gid" | "mode" | "modified_at" | "special">;

export function attributesOf({
  type,
  size,
  uid,
  gid,
  mode,
  modified_at,
  special,
}: Shown): Attributes {
  const bits = TYPE[type === "special" ? (special ?? "fifo") : type];
  const modified = Date.parse(modified_at) / 1000;
  return { size, uid, gid, mode: bits | Number.parseInt(mode, 8), modified };
}

/** A name of a listing, with the line that interactive clients show, like that of `ls -l`. */
export function nameOf(name: string, attributes: Attributes): Name {
  const { size, uid, gid, mode, modified } = attributes;
  const owner = `${String(uid).padEnd(8)} ${String(gid).padEnd(8)}`;
  const long = `${modeText(mode)}    1 ${owner} ${String(size).padStart(8)} ${timeText(modified)} ${name}`;
  return { name, long, attributes };
}

function modeText(mode: number): string {
  const rights = RIGHTS.map((right, i) => (mode & (1 << (8 - i)) ? right : "-"));
  return (LETTERS.get(mode & TYPE_MASK) ?? "?") + rights.join("");
}

const two = (part: number) => String(part).padStart(2, "0");

function timeText(seconds: number): string {
  const time = new Date(seconds * 1000);
  const day = `${MONTHS[time.getUTCMonth()]} ${String(time.getUTCDate()).padStart(2)}`;
  const isOld = Math.abs(Date.now() / 1000 - seconds) > HALF_A_YEAR_S;
  const rest = isOld
    ? String(time.getUTCFullYear()).padStart(5)
    : `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}`;
  return `${day} ${rest}`;
}
