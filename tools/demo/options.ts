import path from "node:path";
import { parseArgs } from "node:util";

import { origin, readPort, UsageError } from "@/examples/receiver/options";

export const DEMO_USAGE = `Usage: npm run demo [-- options]

Writes a directory into a new filesystem, renames and deletes some of it, and watches a receiver's
mirror until it is equal. Starts its own service unless --api names one.

  --dir DIR            what to write; default node_modules/next
  --limit N            only the first N files
  --api URL            a running service, started with the settings that the receiver prints
  --key KEY, --org ID  an API key with filesystems:create and its organisation; default $TIDEMARK_API_KEY;
                       without them the admin program makes new ones in $TIDEMARK_DATA_DIR
  --port PORT          with --api: the receiver's port; default 9443
  --certificates DIR   with --api: the receiver's certificates; default .data/receiver/certificates
  --contents           fetch and compare every byte too
  --keep               leave the temporary directory and its logs behind
  --json               print one JSON object at the end`;

export type DemoOptions = {
  dir: string;
  limit: number;
  /** A running service, or null to start one. */
  running: RunningService | null;
  contents: boolean;
  keep: boolean;
  json: boolean;
  /** The pause before each single change at the end, in milliseconds. */
  quietMs: number;
};

/** Messages are at least a second apart, and that wait is not measured. */
const QUIET_MS = 1_200;

export type RunningService = {
  api: string;
  account: { key: string; org: string } | null;
  /** Where the service expects the receiver. */
  receiverPort: number;
  certificates: string;
};

/**
 * Parses the command line and the environment.
 * @throws UsageError with one line that says what is wrong
 */
export function readDemoOptions(
  args: string[],
  env: Record<string, string | undefined>,
): DemoOptions {
  const values = parse(args);
  const key = values.key ?? env.TIDEMARK_API_KEY;
  if (values.api !== undefined && (values.org === undefined) !== (key === undefined)) {
    throw new UsageError("--org and --key must be given together");
  }
  const data = path.join(env.TIDEMARK_DATA_DIR ?? ".data", "receiver", "certificates");
  const account = key !== undefined && values.org !== undefined ? { key, org: values.org } : null;
  return {
    dir: path.resolve(values.dir ?? path.join("node_modules", "next")),
    limit: readLimit(values.limit),
    running:
      values.api === undefined
        ? null
        : {
            api: origin(values.api),
            account,
            receiverPort: readPort("--port", values.port ?? "9443"),
            certificates: path.resolve(values.certificates ?? data),
          },
    contents: values.contents ?? false,
    keep: values.keep ?? false,
    json: values.json ?? false,
    quietMs: QUIET_MS,
  };
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = {
    dir: text,
    limit: text,
    api: text,
    key: text,
    org: text,
    port: text,
    certificates: text,
    contents: flag,
    keep: flag,
    json: flag,
  };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "unknown option");
  }
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError("--limit must be a number of files");
}
