import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { listen } from "./listen";

/** What a request waits for before it is served. */
type Hold = (method: string) => Promise<void>;

/** A test bucket: the settings to reach it, with a unique prefix. */
export type TestBucket = { env: Record<string, string>; close(): Promise<void> };

type Stored = { content: Buffer; at: Date };
type StorageResponse = { status: number; body?: string | Buffer; headers?: Record<string, string> };

const KEYS = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test-only value" };
const PAGE = 1000;

/**
 * Starts a small S3 server on a real socket: signature version 4, checksums, ranges, copies and
 * pages of 1000 as Amazon documents them, contents in memory. With TEST_S3_URL (a BLOB_URL, keys in
 * the AWS variables) the same tests run against any other server, which is how this one was
 * verified.
 */
export async function startS3(hold?: Hold): Promise<TestBucket> {
  const prefix = `/test-${randomUUID()}`;
  const { TEST_S3_URL, AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "" } = process.env;
  if (TEST_S3_URL !== undefined) {
    const BLOB_URL = TEST_S3_URL.replace("?", `${prefix}?`);
    const env = { BLOB_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
    return { env, close: () => Promise.resolve() };
  }
  const bucket = new Map<string, Stored>();
  const server = createServer((incoming, outgoing) => void serve(bucket, incoming, outgoing, hold));
  const port = await listen(server);
  const endpoint = `http://127.0.0.1:${port}`;
  const BLOB_URL = `s3://tidemark${prefix}?endpoint=${endpoint}&path_style=true`;
  return {
    env: { BLOB_URL, ...KEYS },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(
  bucket: Map<string, Stored>,
  incoming: IncomingMessage,
  to: ServerResponse,
  hold: Hold | undefined,
) {
  await hold?.(incoming.method ?? "");
  const content = Buffer.concat(await incoming.toArray());
  const { status, body = "", headers } = response(bucket, incoming, content);
  to.writeHead(status, { "content-length": Buffer.byteLength(body), ...headers }).end(body);
}

function response(
  bucket: Map<string, Stored>,
  request: IncomingMessage,
  content: Buffer,
): StorageResponse {
  const { method, headers } = request;
  const url = new URL(request.url ?? "/", "http://store");
  if (!isSigned(request, url)) return refuse(403, "SignatureDoesNotMatch");
  const [, name, ...rest] = decodeURIComponent(url.pathname).split("/");
  const key = rest.join("/");
  if (name !== "tidemark") return refuse(404, "NoSuchBucket");
  if (method === "GET" && key === "") return list(bucket, url.searchParams);
  if (method === "PUT") {
    const source = headers["x-amz-copy-source"];
    const copied = typeof source === "string" ? bucket.get(source.slice("tidemark/".length)) : null;
    if (copied === undefined) return refuse(404, "NoSuchKey");
    const checksum = headers["x-amz-checksum-sha256"];
    const stored = copied?.content ?? content;
    if (checksum !== undefined && checksum !== sha256(stored, "base64"))
      return refuse(400, "BadDigest");
    bucket.set(key, { content: stored, at: new Date() });
    return { status: 200, body: "<CopyObjectResult><ETag>x</ETag></CopyObjectResult>" };
  }
  if (method === "DELETE") {
    bucket.delete(key);
    return { status: 204 };
  }
  const found = bucket.get(key)?.content;
  if (found === undefined) return refuse(404, "NoSuchKey");
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
  if (start === undefined) return { status: 200, body: found };
  return { status: 206, body: found.subarray(Number(start), Number(end) + 1) };
}

const sha256 = (content: string | Buffer, encoding: "hex" | "base64") =>
  createHash("sha256").update(content).digest(encoding);

const refuse = (status: number, code: string): StorageResponse => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`,
});

function list(bucket: Map<string, Stored>, query: URLSearchParams): StorageResponse {
  const prefix = query.get("prefix") ?? "";
  const after = query.get("start-after") ?? "";
  const size = Math.min(Number(query.get("max-keys") ?? PAGE), PAGE);
  const keys = [...bucket.keys()].filter((key) => key.startsWith(prefix) && key > after);
  const rows = keys
    .toSorted()
    .slice(0, size)
    .map((key) => {
      const at = bucket.get(key)?.at.toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`;
    });
  const truncated = `<IsTruncated>${keys.length > size}</IsTruncated>`;
  return { status: 200, body: `<ListBucketResult>${truncated}${rows.join("")}</ListBucketResult>` };
}

const percent = (drive: string) => `%${drive.charCodeAt(0).toString(16).toUpperCase()}`;

const encode = (text: string) => encodeURIComponent(text).replaceAll(/[!'()*]/g, percent);

// Signature version 4, implemented from Amazon's description rather than with the SDK under test.
function isSigned({ method, headers }: IncomingMessage, url: URL): boolean {
  const [, scope = "", names = "", signature] =
    /Credential=test\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const signed = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [
    method,
    url.pathname,
    query.toSorted().join("&"),
    signed.join(""),
    names,
    headers["x-amz-content-sha256"],
  ].join("\n");
  const text = `AWS4-HMAC-SHA256\n${String(headers["x-amz-date"])}\n${scope}\n${sha256(request, "hex")}`;
  let key: string | Buffer = `AWS4${KEYS.AWS_SECRET_ACCESS_KEY}`;
  for (const part of scope.split("/")) key = createHmac("sha256", key).update(part).digest();
  return createHmac("sha256", key).update(text).digest("hex") === signature;
}
