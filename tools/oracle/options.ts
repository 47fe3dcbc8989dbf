import { parseArgs } from "node:util";

import { UsageError } from "@/lib/usage-error";

export type OracleOptions = {
  /** The first seed; the others follow it. */
  seed: number;
  seeds: number;
  /** No wave starts after this. */
  minutes: number;
  operations: number;
  faults: number;
  /** How many seeds share the service at a time. */
  together: number;
  /** The root of another checkout, built, whose programs the second machine runs: an upgrade in progress. */
  beside?: string | undefined;
};

export const ORACLE_USAGE = `Usage: npm run oracle -- [--seeds 100] [--minutes 10] [--seed 1] [--ops 200] [--faults 3] [--together 100] [--beside DIRECTORY] [--json]

Runs filesystems, webhooks and misbehaving receivers on a complete service, breaks its processes, and checks
that every mirror equals its tree and that no promise of delivery was broken. See docs/oracle.md.`;

const DEFAULTS = { seeds: 100, minutes: 10, seed: 1, ops: 200, faults: 3, together: 100 };

/**
 * Parses the command line. @throws UsageError for an unknown option or anything but a whole number
 * from 1
 */
export function readOracleOptions(args: string[]): OracleOptions & { json: boolean } {
  const text = { type: "string" } as const;
  const options = {
    seeds: text,
    minutes: text,
    seed: text,
    ops: text,
    faults: text,
    together: text,
    beside: text,
    json: { type: "boolean" } as const,
  };
  const { values } = parse(() => parseArgs({ args, options }));
  const count = (name: keyof typeof DEFAULTS) => {
    const value = Number(values[name] ?? DEFAULTS[name]);
    if (!Number.isSafeInteger(value) || value < 1)
      throw new UsageError(`--${name} must be a whole number of at least 1`);
    return value;
  };
  return {
    seed: count("seed"),
    seeds: count("seeds"),
    minutes: count("minutes"),
    operations: count("ops"),
    faults: count("faults"),
    together: count("together"),
    beside: values.beside,
    json: values.json === true,
  };
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "invalid arguments");
  }
}
