import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, constants, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";

import type { ListObjectsV2CommandOutput } from "@aws-sdk/client-s3";

import { AppError, errorCodeOf } from "@/lib/errors";
import { log } from "@/lib/log";

import { BlobMissingError, type BlobStore, type ListedBlob } from "./blob-store";
import type { S3Location } from "./blob-url";
import { createFreeSpace } from "./free-space";
import { removeOrphanedUploads, temporaryName } from "./orphaned-uploads";
import { receiveIntoFile } from "./receive-into-file";
import { openBucket, type S3Bucket, type S3Credentials } from "./s3-bucket";

// In the trash an id follows the hash; what went there before that was so has none.
const BLOB = /^[0-9a-f]{64}(-.+)?$/;

/** Where uploads are received before they go to the bucket, and what stays free on that disk. */
type Spool = { spool: string; minFreeBytes: number };

/**
 * A blob store in a bucket: `<prefix>blobs/<sha256>`. Uploads are staged in a local file and published by one
 * atomic request, so the bucket never has partial ones. `read` throws AppError `unavailable` if the bucket
 * is unreachable.
 */
export async function createS3BlobStore(
  location: S3Location,
  { spool, minFreeBytes, ...credentials }: S3Credentials & Spool,
): Promise<BlobStore> {
  await mkdir(spool, { recursive: true, mode: 0o700 });
  await removeOrphanedUploads(spool);
  const bucket = openBucket(location, credentials);
  const refuseWhenFull = createFreeSpace(spool, minFreeBytes);
  return {
    refuseWhenFull,
    async stage(body, limits) {
      const file = path.join(spool, temporaryName());
      const discard = () => rm(file, { force: true });
      try {
        await refuseWhenFull();
        const received = await receiveIntoFile(body, file, limits, {
          durable: false,
          beforeWrite: refuseWhenFull,
        });
        const publish = () =>
          bucket.put(blobKey(received.hash), { file, ...received }).catch(orUnavailable("write"));
        return { ...received, read: () => createReadStream(file), publish, discard };
      } catch (error) {
        await discard();
        throw unavailable(error, "write");
      }
    },
    async read(hash, range) {
      // The blob may be moved between the checks, in either direction.
      for (const find of [blobKey, () => trashedKey(bucket, hash), blobKey]) {
        const key = await Promise.resolve(find(hash)).catch(orUnavailable("read"));
        const found = await bucket.get(key, range).catch(orUnavailable("read"));
        if (found instanceof Readable) return streamOf(found);
      }
      throw new BlobMissingError("a blob is missing");
    },
    async check() {
      await access(spool, constants.R_OK | constants.W_OK);
      await bucket.list("", { max: 1 });
    },
    list: async (area, after) =>
      pageOf(await bucket.list(`${area}/`, after === null ? {} : { after: `${area}/${after}` })),
    trash: (hash) => bucket.move(blobKey(hash), `trash/${hash.toString("hex")}-${randomUUID()}`),
    restore: ({ hash, name }) => bucket.move(`trash/${name}`, blobKey(hash)),
    remove: ({ name }) => bucket.remove(`trash/${name}`),
    owner: async () => (await (await bucket.get("owner"))?.transformToString()) ?? null,
    own: (owner) => bucket.write("owner", owner),
  };
}

const blobKey = (hash: Buffer) => `blobs/${hash.toString("hex")}`;

/** The key of one of the trash; if there is none, where the blob is otherwise. */
async function trashedKey(bucket: S3Bucket, hash: Buffer): Promise<string> {
  const { blobs } = pageOf(await bucket.list(`trash/${hash.toString("hex")}`, { max: 1 }));
  return blobs[0] === undefined ? blobKey(hash) : `trash/${blobs[0].name}`;
}

function unavailable(error: unknown, act: "read" | "write"): AppError {
  if (error instanceof AppError) return error;
  const name = error instanceof Error ? error.name : undefined;
  const code = errorCodeOf(error);
  log.error({ name, code }, `failed to ${act} in the blob store`);
  return new AppError("unavailable");
}

const orUnavailable = (act: "read" | "write") => (error: unknown) => {
  throw unavailable(error, act);
};

function pageOf(response: ListObjectsV2CommandOutput) {
  const blobs: ListedBlob[] = [];
  let last = "";
  for (const { Key = "", LastModified } of response.Contents ?? []) {
    last = Key.slice(Key.lastIndexOf("/") + 1);
    if (BLOB.test(last) && LastModified !== undefined)
      blobs.push({ hash: Buffer.from(last.slice(0, 64), "hex"), since: LastModified, name: last });
  }
  return { blobs, next: response.IsTruncated === true ? last : null };
}

// No read-ahead beyond the socket's buffers, to follow the client's pace.
function streamOf(body: Readable) {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  );
}
