import { createHash } from "node:crypto";
import path from "node:path/posix";

import type { ServerChannel } from "ssh2";

import { pathProblem } from "@/lib/contract/path";
import { readFile } from "@/lib/entries/read-file";
import { AppError } from "@/lib/errors";

import { actOn } from "./act-on";
import { countOpen } from "./open-files";
import { pace } from "./pace";
import { at } from "./path-order";
import type { Session } from "./session";
import { SftpError } from "./wire/sftp-error";

const ALGORITHMS = new Map([
  ["md5sum", "md5"],
  ["sha1sum", "sha1"],
  ["sha256sum", "sha256"],
]);

/** A checksum that a client asks for; without a path, that of the empty standard input. */
export type ChecksumCommand = { algorithm: string; path: string | null };

/**
 * Reads the commands by which rclone finds and uses checksums, `md5sum`, `sha1sum` and `sha256sum` with at most one
 * path. No shell is involved: anything else is null.
 */
export function readChecksumCommand(command: string): ChecksumCommand | null {
  const words = parseShell(command);
  const [program = "", ...rest] = words ?? [];
  const algorithm = ALGORITHMS.get(program);
  const [name, ...more] = rest[0] === "--" ? rest.slice(1) : rest;
  if (algorithm === undefined || more.length > 0) return null;
  if (name === undefined) return { algorithm, path: null };
  const resolved = path.resolve("/", name);
  return name.startsWith("-") || pathProblem(resolved) !== null
    ? null
    : { algorithm, path: resolved };
}

const WORD = /\s+|'([^']*)'|"((?:[^"\\$`]|\\["\\$`])*)"|\\([^])|([^\s'"\\|&;<>()$`*?[\]{}!#~])/gy;

/** The words of a command by the quoting rules of sh; null if it has any other syntax. */
function parseShell(command: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let end = 0;
  for (const match of command.matchAll(WORD)) {
    const [all, single, double, escaped, plain] = match;
    end = match.index + all.length;
    const part = single ?? double?.replaceAll(/\\(.)/g, "$1") ?? escaped ?? plain;
    if (part !== undefined) word = (word ?? "") + part;
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  if (end !== command.length) return null;
  return word === null ? words : [...words, word];
}

/** Runs a checksum command on its channel, as one request, until the channel is closed. */
export async function sendChecksum(
  channel: ServerChannel,
  session: Session,
  command: ChecksumCommand,
) {
  const closed = new AbortController();
  channel.once("close", () => closed.abort());
  // It closes only once its input was read.
  channel.resume();
  const hasher = createHash(command.algorithm);
  countOpen(session, 1);
  try {
    await pace(session, closed.signal);
    if (command.path !== null) await hashFile(hasher, session, command.path, closed.signal);
    if (closed.signal.aborted) return;
    channel.write(`${hasher.digest("hex")}  ${command.path ?? "-"}\n`);
    channel.exit(0);
  } catch (error) {
    if (!(error instanceof AppError || error instanceof SftpError)) throw error;
    channel.stderr.write(`${command.path}: ${error.message}\n`);
    channel.exit(1);
  } finally {
    countOpen(session, -1);
    channel.end();
  }
}

async function hashFile(
  hasher: ReturnType<typeof createHash>,
  session: Session,
  asked: string,
  closed: AbortSignal,
) {
  const file = await actOn(
    { session, left: closed },
    { scopes: [at(asked)], links: "all" },
    (where) => readFile(session.ctx, { path: where }),
  );
  if (file.size === 0) return;
  const content = await file.open();
  if (content instanceof Uint8Array) hasher.update(content);
  else
    for await (const chunk of content) {
      if (closed.aborted) return;
      hasher.update(chunk);
    }
}
