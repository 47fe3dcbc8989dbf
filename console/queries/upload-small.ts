import { asResponse } from "@/lib/api-client/as-response";
import { entriesApi } from "@/lib/api-client/calls/entries";
import { request, RequestError } from "@/lib/api-client/request";
import type { ErrorCode } from "@/lib/contract/errors";
import { LIMITS } from "@/lib/contract/limits";

import type { FilesystemIds } from "./webhooks";

export type SmallUpload = {
  path: string;
  file: Blob;
  /** Whether folders on the way to it are made. */
  isNested: boolean;
  /** Whether a file that is there already is replaced; if not, that is refused with `precondition_failed`. */
  replaces: boolean;
};

/** The largest file that can go with others. */
export const SMALL_BYTES = LIMITS.batchContentBytes;

/**
 * Writes small files in one request.
 * @returns for each, in their order, why it was not written, or null
 * @throws RequestError when none was
 */
export async function uploadSmall(
  params: FilesystemIds,
  files: readonly SmallUpload[],
): Promise<(Error | null)[]> {
  const read = await Promise.all(files.map((file) => changeOf(file).catch(asError)));
  const changes = read.flatMap((one) => (one instanceof Error ? [] : [one]));
  const none = { results: [] };
  const { results } =
    changes.length === 0 ? none : await request(entriesApi.batch, { params, body: { changes } });
  const outcomes = results.map(({ status, error }) =>
    error === null ? null : new RequestError({ status, code: asResponse<ErrorCode>(error.code) }),
  );
  return read.map((one) => (one instanceof Error ? one : (outcomes.shift() ?? null)));
}

async function changeOf({ path, file, isNested, replaces }: SmallUpload) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const content = btoa(String.fromCharCode(...bytes));
  const unless = replaces ? {} : { if_none_match: "*" };
  return { op: "put" as const, path, content, parents: isNested, ...unless };
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error("the file can't be read");
