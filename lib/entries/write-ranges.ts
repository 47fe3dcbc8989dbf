import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { appendToFile } from "./append-to-file";
import { lengthOf, readContentRange, invalid } from "./content-range";
import { countWritten } from "./count-bytes";
import { strongTags } from "./etags";
import { readHash, readLength } from "./put-file";
import { requireFile } from "./read-file";
import { type ComposeInput, writeComposed } from "./write-composed";

type Input = ComposeInput & { append: boolean };

/**
 * Replaces ranges of a file, or appends to it, as one change (spec 5.31). What is not sent is copied here.
 * @param count called with the size of the result, in bytes, before it is made
 * @returns the FileInfo, whether the file is new, and the cursor of its event
 * @throws InvalidInput, or AppError `precondition_required`, of the tree, or as `putFile`
 */
export async function writeRanges(
  ctx: FilesystemContext,
  { append, ...input }: Input,
  request: Pick<Request, "headers" | "body" | "signal">,
  count: (bytes: number) => Promise<void>,
) {
  const { headers } = request;
  const { maxFileBytes } = ctx.services.settings;
  const declared = readLength(headers, maxFileBytes);
  const ifMatch = strongTags(headers.get("if-match"));
  const hash = readHash(headers);
  if (append) {
    if (headers.has("content-range")) throw invalid("must be absent to append", "enum");
    return appendToFile(ctx, input, request, { declared, ifMatch, hash, count });
  }
  const plan = readContentRange(headers.get("content-range"));
  const length = lengthOf(plan);
  if (declared !== null && declared !== length)
    throw invalid("must be as long as the body", length < declared ? "too_small" : "too_big");
  if (ifMatch === null) throw new AppError("precondition_required");
  if (plan.total > maxFileBytes) throw new AppError("file_too_large", { limit: maxFileBytes });
  const base = await requireFile(ctx, input.path);
  if (!ifMatch.includes(base.etag) && !ifMatch.includes("*"))
    throw new AppError("precondition_failed");
  await count(plan.total);
  const written = await writeComposed(ctx, input, base, { plan, hash, upload: request });
  countWritten(ctx, length);
  return written;
}
