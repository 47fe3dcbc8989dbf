import { fileURLToPath } from "node:url";

/** An S3-compatible bucket; `prefix` is empty or ends in a slash; default endpoint: Amazon's of the region. */
export type S3Location = {
  kind: "s3";
  bucket: string;
  prefix: string;
  endpoint: string | undefined;
  region: string;
  pathStyle: boolean;
};

/** Where file contents are stored. */
export type BlobLocation = { kind: "directory"; directory: string } | S3Location;

const OPTIONS = new Set(["endpoint", "region", "path_style"]);

/**
 * Parses `file:///absolute/directory` or `s3://bucket/prefix?endpoint=https://…&region=…&path_style=true`.
 * Returns what is wrong with any other text, without repeating it: it may contain a secret.
 */
export function readBlobUrl(text: string): BlobLocation | string {
  if (!URL.canParse(text)) return "must be a file:// or s3:// URL";
  const url = new URL(text);
  if (url.protocol === "file:") return readDirectory(url);
  if (url.protocol !== "s3:") return "must be a file:// or s3:// URL";
  if (url.username !== "" || url.password !== "")
    return "must not contain credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead";
  return readBucket(url);
}

function readDirectory(url: URL): BlobLocation | string {
  if (url.host !== "" || url.search !== "" || /%2f|%00/i.test(url.pathname))
    return "must look like file:///an/absolute/directory";
  return { kind: "directory", directory: fileURLToPath(url) };
}

function readBucket(url: URL): BlobLocation | string {
  const { searchParams: options, pathname, hostname: bucket } = url;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || url.port !== "")
    return "must name a bucket, like s3://bucket/prefix";
  const prefix = pathname.split("/").filter(Boolean).join("/");
  if (!/^[A-Za-z0-9/._-]{0,200}$/.test(prefix))
    return "must have a prefix with only letters, digits and /._-";
  if ([...options.keys()].some((name) => !OPTIONS.has(name)) || options.size > OPTIONS.size)
    return "may only have the options endpoint, region and path_style";
  const endpoint = options.get("endpoint") ?? undefined;
  if (endpoint !== undefined && !isEndpoint(endpoint))
    return "must have an endpoint like https://s3.example.com";
  const pathStyle = options.get("path_style") ?? "false";
  if (pathStyle !== "true" && pathStyle !== "false") return "must have path_style=true or false";
  return {
    kind: "s3",
    bucket,
    prefix: prefix === "" ? "" : `${prefix}/`,
    endpoint,
    region: options.get("region") ?? "us-east-1",
    pathStyle: pathStyle === "true",
  };
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === "";
}
