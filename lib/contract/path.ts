import { z } from "zod";

import { formatLimit, LIMITS } from "./limits";
import type { ProblemType } from "./problems";

const encoder = new TextEncoder();

/** Length in UTF-8 bytes, which the limits of names and paths count. */
export function utf8Length(text: string): number {
  return encoder.encode(text).length;
}

/** Why a path is invalid, or null (spec 5.5). Limits apply to the path as sent. */
export function pathProblem(path: string): ProblemType | null {
  if (!path.startsWith("/")) return "path_not_absolute";
  if (!path.isWellFormed()) return "path_encoding";
  if (utf8Length(path) > LIMITS.pathBytes) return "path_too_long";
  const names = path.split("/");
  if (path.includes("\0") || names.includes(".") || names.includes("..")) return "path_segment";
  if (names.some((name) => utf8Length(name) > LIMITS.segmentBytes)) return "name_too_long";
  return null;
}

/** Texts without NUL, as the source of a regular expression. */
export const NO_NUL = String.raw`^[^\x00]*$`;

/** Canonical form of a valid path: no repeated or trailing slashes. */
export function normalisePath(path: string): string {
  return `/${path.split("/").filter(Boolean).join("/")}`;
}

const MESSAGES: Partial<Record<ProblemType, string>> = {
  path_not_absolute: "must start with /",
  path_encoding: "must be valid Unicode",
  path_too_long: `must be at most ${formatLimit(LIMITS.pathBytes)} bytes long`,
  path_segment: "must not contain NUL or the segments . and ..",
  name_too_long: `names must be at most ${LIMITS.segmentBytes} bytes long`,
};

// Each segment is empty, or a name that is neither `.` nor `..`; lengths count bytes, which no pattern can.
const PATTERN = String.raw`^(/((\.?[^/.\x00]|\.\.[^/\x00])[^/\x00]*)?)+$`;

/** A path in a filesystem, transformed into its canonical form. */
export const Path = z
  .string()
  .transform((path, check) => {
    const type = pathProblem(path);
    if (type === null) return normalisePath(path);
    check.addIssue({
      code: "custom",
      message: MESSAGES[type] ?? "must be a path",
      params: { type },
    });
    return z.NEVER;
  })
  .meta({
    description: `Absolute path of at most ${formatLimit(LIMITS.pathBytes)} bytes, with names of at most ${LIMITS.segmentBytes}; case-sensitive.`,
    pattern: PATTERN,
    maxLength: LIMITS.pathBytes,
    example: "/tickets/4711.json",
  });
