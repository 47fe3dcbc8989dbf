import { createReadStream } from "node:fs";
import { access, constants, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";

import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";

import { AppError, errorCodeOf } from "@/lib/errors";
import { log } from "@/lib/log";

import { type Area, BlobMissingError, type BlobStore, type ListedBlob } from "./blob-store";
import type { S3Location } from "./blob-url";
import { removeOrphanedUploads, temporaryName } from "./orphaned-uploads";
import { receiveIntoFile } from "./receive-into-file";
import { unlessMissing } from "./unless-missing";

/** Credentials (default: the SDK's chain) and the local directory where uploads are staged. */
export type S3Access = {
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  sessionToken: string | undefined;
  spool: string;
};

const PUT_ATTEMPTS = 3;
// A reader keeps its socket while it reads, so 50 slow readers would exhaust the SDK's default.
const SOCKETS = { maxSockets: 1000, keepAlive: true };
// Errors are logged here; the SDK would write to the console.
const silence = () => undefined;
const SILENT = { debug: silence, info: silence, warn: silence, error: silence };
const NETWORK = { connectionTimeout: 5_000, socketTimeout: 120_000 };

/**
 * A blob store in a bucket: `<prefix>blobs/<sha256>`. Uploads are staged in a local file and published by one
 * atomic request, so the bucket never has partial ones. `read` throws AppError `unavailable` if the bucket
 * is unreachable.
 */
export async function createS3BlobStore(location: S3Location, keys: S3Access): Promise<BlobStore> {
  await mkdir(keys.spool, { recursive: true, mode: 0o700 });
  await removeOrphanedUploads(keys.spool);
  const client = createClient(location, keys);
  const Bucket = location.bucket;
  const ownerObject = { Bucket, Key: `${location.prefix}owner` };
  const key = (area: Area, hash: Buffer) => `${location.prefix}${area}/${hash.toString("hex")}`;
  return {
    refuseWhenFull: () => Promise.resolve(),
    async stage(body, limits) {
      const file = path.join(keys.spool, temporaryName());
      const discard = () => rm(file, { force: true });
      try {
        const received = await receiveIntoFile(body, file, limits, { durable: false });
        const target = { Bucket, Key: key("blobs", received.hash) };
        const publish = () => put(client, target, file, received).catch(orUnavailable("write"));
        return { ...received, read: () => createReadStream(file), publish, discard };
      } catch (error) {
        await discard();
        throw unavailable(error, "write");
      }
    },
    async read(hash, range) {
      const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
      // The blob may be moved between the checks, in either direction.
      for (const area of ["blobs", "trash", "blobs"] as const) {
        const command = new GetObjectCommand({ Bucket, Key: key(area, hash), Range });
        const found = await unlessMissing(client.send(command)).catch(orUnavailable("read"));
        if (found?.Body instanceof Readable) return streamOf(found.Body);
      }
      throw new BlobMissingError("a blob is missing");
    },
    async check() {
      await access(keys.spool, constants.R_OK | constants.W_OK);
      await client.send(new ListObjectsV2Command({ Bucket, Prefix: location.prefix, MaxKeys: 1 }));
    },
    async list(area, after) {
      const Prefix = `${location.prefix}${area}/`;
      const StartAfter = after === null ? undefined : Prefix + after;
      return pageOf(await client.send(new ListObjectsV2Command({ Bucket, Prefix, StartAfter })));
    },
    async move(hash, to) {
      const Key = key(to === "trash" ? "blobs" : "trash", hash);
      const copy = { Bucket, Key: key(to, hash), CopySource: `${Bucket}/${Key}` };
      const copied = await unlessMissing(client.send(new CopyObjectCommand(copy))).catch(
        orUnavailable("read"),
      );
      if (copied !== null) await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    async remove(hash) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key("trash", hash) }));
    },
    async owner() {
      const found = await unlessMissing(client.send(new GetObjectCommand(ownerObject)));
      return (await found?.Body?.transformToString()) ?? null;
    },
    async own(owner) {
      await client.send(new PutObjectCommand({ ...ownerObject, Body: owner }));
    },
  };
}

function createClient(
  location: S3Location,
  { accessKeyId, secretAccessKey, sessionToken }: S3Access,
) {
  return new S3Client({
    region: location.region,
    forcePathStyle: location.pathStyle,
    ...(location.endpoint === undefined ? {} : { endpoint: location.endpoint }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : {
          credentials: {
            accessKeyId,
            secretAccessKey,
            ...(sessionToken === undefined ? {} : { sessionToken }),
          },
        }),
    // Other stores often do not support the checksums the SDK adds; a put sends its own.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    logger: SILENT,
    requestHandler: { ...NETWORK, httpAgent: SOCKETS, httpsAgent: SOCKETS },
  });
}

// The SDK does not retry streamed bodies, but the file can be streamed again.
async function put(
  client: S3Client,
  target: { Bucket: string; Key: string },
  file: string,
  { hash, size }: { hash: Buffer; size: number },
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const Body = size === 0 ? Buffer.alloc(0) : createReadStream(file);
    try {
      const ChecksumSHA256 = hash.toString("base64");
      await client.send(
        new PutObjectCommand({ ...target, Body, ContentLength: size, ChecksumSHA256 }),
      );
      return;
    } catch (error) {
      if (attempt === PUT_ATTEMPTS || isRefusal(error)) throw error;
    } finally {
      if (!Buffer.isBuffer(Body)) Body.destroy();
    }
  }
}

const isRefusal = (error: unknown) =>
  error instanceof S3ServiceException && (error.$metadata.httpStatusCode ?? 500) < 500;

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
    if (/^[0-9a-f]{64}$/.test(last) && LastModified !== undefined)
      blobs.push({ hash: Buffer.from(last, "hex"), since: LastModified });
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
