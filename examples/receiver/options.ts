import path from "node:path";
import { parseArgs } from "node:util";

type Environment = Record<string, string | undefined>;

/** The command line is invalid; the message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const RECEIVER_USAGE = `Usage: npm run -s receiver -- --org ORG --filesystem FS [options]

Receives the webhook messages of one filesystem and keeps a mirror of its tree. Without --filesystem it
makes its certificate, prints the settings with which the service can reach it, and ends.

  --api URL            the service; default http://localhost:3000
  --key KEY            API key with read-write access; default $TIDEMARK_API_KEY
  --org ID, --filesystem ID
  --create-webhook     create the webhook at the first start; its secret stays in the state directory
  --path-prefix PATH   with --create-webhook or --secret: mirror only this part; default /
  --secret SECRET      the secret of an existing webhook; default $TIDEMARK_WEBHOOK_SECRET
  --port PORT          where to listen on 127.0.0.1; default 9443, 0 for any
  --host-name NAME     host name in the webhook's URL; default receiver.test
  --dir DIR            certificates; default .data/receiver/certificates
  --state DIR          mirror and secret; default .data/receiver/<filesystem>
  --contents DIR       fetch the files' contents into this directory too
  --json               one JSON object a line instead of sentences`;

/** Where the receiver will listen, known before a filesystem exists. */
export type ReceiverAddress = { hostName: string; port: number; certificates: string };

export type ReceiverOptions = ReceiverAddress & {
  api: string;
  key: string;
  org: string;
  filesystem: string;
  createWebhook: boolean;
  pathPrefix: string;
  secret: string | undefined;
  state: string;
  contents: string | undefined;
  json: boolean;
};

/**
 * Parses the command line and the environment.
 * @throws UsageError with one line that says what is wrong
 */
export function readReceiverOptions(args: string[], env: Environment): ReceiverOptions {
  const values = parse(args);
  const filesystem = identifier("--filesystem", values.filesystem);
  const { contents } = values;
  return {
    api: origin(values.api ?? "http://localhost:3000"),
    key: required("--key or TIDEMARK_API_KEY", values.key ?? env.TIDEMARK_API_KEY),
    org: identifier("--org", values.org),
    filesystem,
    createWebhook: values["create-webhook"] ?? false,
    pathPrefix: values["path-prefix"] ?? "/",
    secret: values.secret ?? env.TIDEMARK_WEBHOOK_SECRET,
    ...addressOf(values, env),
    state: path.resolve(values.state ?? path.join(dataOf(env), filesystem)),
    contents: contents === undefined ? undefined : path.resolve(contents),
    json: values.json ?? false,
  };
}

/** Where the receiver will listen, if the command line names no filesystem yet; else null. */
export function readAddressOnly(args: string[], env: Environment): ReceiverAddress | null {
  const values = parse(args);
  return values.filesystem === undefined ? addressOf(values, env) : null;
}

function addressOf(values: ReturnType<typeof parse>, env: Environment): ReceiverAddress {
  return {
    port: readPort("--port", values.port ?? "9443"),
    hostName: values["host-name"] ?? "receiver.test",
    certificates: path.resolve(values.dir ?? path.join(dataOf(env), "certificates")),
  };
}

const dataOf = (env: Environment) => path.join(env.TIDEMARK_DATA_DIR ?? ".data", "receiver");

/**
 * Parses a port number from 0 to 65535.
 * @throws UsageError naming the option
 */
export function readPort(option: string, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new UsageError(`${option} must be a port number`);
}

/**
 * Returns the origin of an http or https URL.
 * @throws UsageError for anything else
 */
export function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin;
  throw new UsageError("--api must be a URL like http://localhost:3000");
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = {
    api: text,
    key: text,
    org: text,
    filesystem: text,
    "create-webhook": flag,
    "path-prefix": text,
    secret: text,
    port: text,
    "host-name": text,
    dir: text,
    state: text,
    contents: text,
    json: flag,
  };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "unknown option");
  }
}

function required(name: string, value: string | undefined): string {
  if (value) return value;
  throw new UsageError(`${name} is missing`);
}

/** Ids are used in URL paths and file paths. */
function identifier(name: string, value: string | undefined): string {
  const id = required(name, value);
  if (/^[a-z0-9_]+$/i.test(id)) return id;
  throw new UsageError(`${name} is not an id`);
}
