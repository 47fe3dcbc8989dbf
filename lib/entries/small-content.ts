import { LIMITS } from "@/lib/contract/limits";

import type { UploadLimits } from "./blob-store";
import { receiveUpload } from "./receive-upload";

/** Contents of at most this size are rows, written with their entry (docs/decisions/0021-small-contents-are-rows.md). */
export const SMALL_BYTES = LIMITS.batchContentBytes;

/** Receives an upload that declares at most `SMALL_BYTES`. @throws AppError as `receiveUpload` */
export async function receiveSmall(
  body: AsyncIterable<Uint8Array> | null,
  limits: UploadLimits,
): Promise<{ hash: Buffer; size: number; content: Buffer }> {
  const chunks: Uint8Array[] = [];
  const received = await receiveUpload(body, limits, (chunk) => void chunks.push(chunk));
  return { ...received, content: Buffer.concat(chunks) };
}
