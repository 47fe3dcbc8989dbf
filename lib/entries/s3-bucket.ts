import { createReadStream } from "node:fs";

import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";

import type { S3Location } from "./blob-url";
import { unlessMissing } from "./unless-missing";

const PUT_ATTEMPTS = 3;
// A reader keeps its socket while it reads, so 50 slow readers would exhaust the SDK's default.
const SOCKETS = { maxSockets: 1000, keepAlive: true };
// Errors are logged here; the SDK would write to the console.
const silence = () => undefined;
const SILENT = { debug: silence, info: silence, warn: silence, error: silence };
const NETWORK = { connectionTimeout: 5_000, socketTimeout: 120_000 };

/** Credentials; default: the SDK's chain. */
export type S3Credentials = {
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  sessionToken: string | undefined;
};

/** A content in a local file. */
export type LocalContent = { file: string; hash: Buffer; size: number };

/** The objects of a bucket by their keys, below the prefix of its location. Throws what the SDK throws. */
export type S3Bucket = ReturnType<typeof openBucket>;

/** Opens the bucket of a location; does not connect. */
export function openBucket(location: S3Location, credentials: S3Credentials) {
  const client = createClient(location, credentials);
  const at = (key: string) => ({ Bucket: location.bucket, Key: location.prefix + key });
  const remove = async (key: string) => void (await client.send(new DeleteObjectCommand(at(key))));
  return {
    /** Null if there is none. `range` is inclusive. */
    async get(key: string, range?: { start: number; end: number }) {
      const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
      const found = await unlessMissing(client.send(new GetObjectCommand({ ...at(key), Range })));
      return found?.Body ?? null;
    },
    put: (key: string, content: LocalContent) => put(client, at(key), content),
    async write(key: string, text: string) {
      await client.send(new PutObjectCommand({ ...at(key), Body: text }));
    },
    /** Copies an object, if it is there, and then deletes it. */
    async move(from: string, to: string) {
      const CopySource = `${location.bucket}/${location.prefix}${from}`;
      const copied = await unlessMissing(
        client.send(new CopyObjectCommand({ ...at(to), CopySource })),
      );
      if (copied !== null) await remove(from);
    },
    remove,
    /** A page of what begins with a text, ordered by key, after a key. */
    list(start: string, { after, max }: { after?: string; max?: number } = {}) {
      const { Bucket, Key: Prefix } = at(start);
      const StartAfter = after === undefined ? undefined : at(after).Key;
      return client.send(new ListObjectsV2Command({ Bucket, Prefix, StartAfter, MaxKeys: max }));
    },
  };
}

function createClient(
  location: S3Location,
  { accessKeyId, secretAccessKey, sessionToken }: S3Credentials,
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
  { file, hash, size }: LocalContent,
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
