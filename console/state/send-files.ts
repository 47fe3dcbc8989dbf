import { fileUrl, nestedFileUrl } from "@/console/queries/entries";
import { isTaken } from "@/console/queries/transfers";
import { upload } from "@/console/queries/upload";
import { SMALL_BYTES, type SmallUpload, uploadSmall } from "@/console/queries/upload-small";
import type { FilesystemIds } from "@/console/queries/webhooks";

import { childOf, directoryOf, nameOf, withNumber } from "./paths";

/** A file of this computer, with its path below the directory that it is uploaded to. */
export type LocalFile = { file: File; path: string };

/** What is done about a file of the same name. */
export type Choice = "replace" | "keepBoth";

/** `exists`: a file of this name exists, and the user chooses. What is done is not listed. */
export type Upload = {
  id: number;
  path: string;
  size: number;
  sent: number;
  state: "waiting" | "sending" | "exists" | "failed";
  error: Error | null;
};

/** An upload with what it takes to send it. */
export type Job = Upload & {
  params: FilesystemIds;
  file: File;
  isNested: boolean;
  choice: Choice | null;
  abort: AbortController;
};

// Small files of one request: at most half a megabyte.
const GROUP = 32;
const MAX_NUMBER = 100;

/** The next files to send in one request: a large one, or small ones of a filesystem. */
export function nextGroup(candidates: readonly Job[]): readonly Job[] {
  const [first] = candidates;
  if (first === undefined || !isSmall(first)) return candidates.slice(0, 1);
  const { fs_id: fsId } = first.params;
  const alike = candidates.filter((job) => isSmall(job) && job.params.fs_id === fsId);
  return alike.slice(0, GROUP);
}

// Both are kept by trying names, one after the other.
const isSmall = ({ size, choice }: Job) => size <= SMALL_BYTES && choice !== "keepBoth";

/**
 * Sends a group.
 * @param onProgress called when more of a job is sent
 * @returns why each was not written, or null
 */
export async function sendFiles(
  group: readonly Job[],
  onProgress: () => void,
): Promise<(Error | null)[]> {
  const [first] = group;
  if (first === undefined) return [];
  try {
    if (group.length > 1) return await uploadSmall(first.params, group.map(asSmall));
    await sendFile(first, onProgress);
    return [null];
  } catch (error) {
    const reason = error instanceof Error ? error : new Error("the upload failed");
    return group.map(() => reason);
  }
}

const asSmall = ({ path, file, isNested, choice }: Job): SmallUpload => {
  const replaces = choice === "replace";
  return { path, file, isNested, replaces };
};

async function sendFile(job: Job, onProgress: () => void): Promise<void> {
  const { params, isNested, choice, file, abort } = job;
  const note = (share: number) => {
    job.sent = share * job.size;
    onProgress();
  };
  const urlOf = isNested ? nestedFileUrl : fileUrl;
  const options = { signal: abort.signal, replace: choice === "replace", onProgress: note };
  const [first, last] = choice === "keepBoth" ? [2, MAX_NUMBER] : [1, 1];
  for (let number = first; ; number++) {
    try {
      const path = childOf(directoryOf(job.path), withNumber(nameOf(job.path), number));
      return void (await upload(urlOf(params, path), file, options));
    } catch (error) {
      if (number === last || !isTaken(error)) throw error;
    }
  }
}
