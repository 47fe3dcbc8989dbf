import { PathQuery, QueryBoolean } from "./common";
import { formatLimit, LIMITS } from "./limits";
import { operation } from "./operation";
import { Entry, Fields, Mode, stampInQuery } from "./stat";
import { rewrite } from "./transfers";

/** What takes the content of a file in its body. */
export const ContentQuery = PathQuery.extend({
  parents: QueryBoolean.meta({ description: "Create missing parent directories." }),
  mode: Mode.optional().meta({
    description:
      "Four octal digits. Default: 0644 for a new file; an existing file keeps its mode.",
  }),
  ...stampInQuery,
  ...Fields.shape,
});

/** Refusals of whatever writes the content of a file. */
export const contentErrors = [
  "incomplete_body",
  "checksum_mismatch",
  "parent_not_found",
  "is_directory",
  "not_a_directory",
  "is_symlink",
  "is_special",
  "byte_quota_exceeded",
  "entry_quota_exceeded",
  "organisation_byte_quota_exceeded",
  "organisation_entry_quota_exceeded",
  "precondition_failed",
  "file_too_large",
  "storage_full",
] as const;

/** The header that names a hash of what is written. */
export const sha256 = (description: string) => ({ description, pattern: "^[0-9A-Fa-f]{64}$" });

export const writeRanges = operation({
  ...rewrite,
  id: "writeRanges",
  method: "PATCH",
  path: "/api/v1/orgs/{org_id}/filesystems/{fs_id}/files:content",
  summary: "Replace byte ranges of a file, change its size, or append to it",
  query: ContentQuery.extend({
    append: QueryBoolean.meta({
      description: "Add the body to the end of the file; creates it if it does not exist.",
    }),
  }),
  example: {
    query: { append: "true" },
    result: { size: 10, etag: '"0a86050fb37a4def36885da9557f5b22"' },
  },
  bytes: "request",
  holds: "upload",
  headers: {
    "If-Match":
      "The entity tag of the content that the ranges belong to; required unless you append.",
    "Content-Range": {
      description: `Which bytes the body replaces and the size of the result, as in \`bytes 0-9,20-29/100\`: at most ${formatLimit(LIMITS.writeRanges)} ascending ranges, or \`*\` to change only the size. Required unless you append.`,
      pattern: "^bytes (\\*|[0-9]{1,15}-[0-9]{1,15}(, ?[0-9]{1,15}-[0-9]{1,15})*)/[0-9]{1,15}$",
    },
    "X-Content-SHA256": sha256(
      "SHA-256 in hex of the resulting content, or of what you append; verified before the file is written.",
    ),
  },
  result: Entry,
  status: 200,
  also: { 201: "The file was created by appending." },
  errors: ["path_not_found", ...contentErrors, "precondition_required"],
});
