import path from "node:path/posix";

import { pathProblem } from "@/lib/contract/path";
import type { Links } from "@/lib/sftp/act-on";
import type { Handles } from "@/lib/sftp/handles";
import type { Asking } from "@/lib/sftp/locate";
import type { Scope } from "@/lib/sftp/path-order";
import { STATUS } from "@/lib/sftp/wire/protocol";
import type { Reader } from "@/lib/sftp/wire/reader";
import type { Reply } from "@/lib/sftp/wire/reply";
import { SftpError } from "@/lib/sftp/wire/sftp-error";

/** What the requests of a channel work on. */
export type Io = Asking & { handles: Handles };

/** A request that was read. `writes`: not for a read-only session. `replyBytes`: the size of a large reply. */
export type Job = {
  scopes: readonly Scope[];
  /** Which links its paths may lead through; undefined: it finds its entry by itself. */
  links?: Links;
  /** It renames the first of its paths to the second. */
  moves?: true;
  writes: boolean;
  replyBytes?: number;
  /** @param paths those of the scopes, or of what is behind links */
  work: (...paths: string[]) => Promise<Reply>;
};

/** Reads a request of one kind. @throws SftpError if it is malformed */
export type Request = (io: Io, reader: Reader) => Job;

/** A path of a request in its canonical form; relative ones start at the root. */
export function readPath(reader: Reader): string {
  const text = reader.text();
  const resolved = path.resolve("/", text);
  const problem = pathProblem(resolved);
  if (problem === null) return resolved;
  const isLong = problem === "path_too_long" || problem === "name_too_long";
  throw new SftpError(STATUS.failure, isLong ? "The name is too long." : "The name is not valid.");
}
