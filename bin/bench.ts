import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { createAuthority } from "@/lib/testing/certificates";
import { startEndpoint } from "@/lib/testing/endpoint";

import { benchHanging, GOOD_HOST, HANGING_HOST } from "./bench/hanging";
import type { Child } from "./demo/children";
import { makeAccount, startService } from "./demo/service";
import { connectApi } from "./receiver/api";

/** Measures a service of its own: `npm run bench -- [--seconds 30] [--json]`. Ratios are within one run. */
async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: "string", default: "30" }, json: { type: "boolean" } },
  });
  const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-bench-"));
  chmodSync(directory, 0o711);
  const children: Child[] = [];
  const authority = await createAuthority();
  const caFile = path.join(directory, "ca.pem");
  writeFileSync(caFile, authority.ca);
  const endpoint = await startEndpoint({
    certificate: await authority.issue([GOOD_HOST, HANGING_HOST]),
    respond: ({ headers }) =>
      headers.some(([, value]) => value === HANGING_HOST) ? "hang" : { status: 200 },
  });
  const { signal } = new AbortController();
  try {
    const hosts = [GOOD_HOST, HANGING_HOST].map((host) => `${host}:443=127.0.0.1:${endpoint.port}`);
    const settings = { WEBHOOK_CONNECT_TO: hosts.join(","), WEBHOOK_CA_FILE: caFile };
    const service = await startService(
      directory,
      settings,
      (child) => void children.push(child),
      signal,
    );
    const { key, org } = await makeAccount({ TIDEMARK_DATA_DIR: service.dataDir });
    const api = connectApi({ origin: service.origin, key, patienceMs: 10_000, signal });
    const hanging = await benchHanging({ api, org, endpoint }, Number(values.seconds), (line) =>
      console.error(line),
    );
    if (values.json === true) console.log(JSON.stringify({ hanging }));
    else
      console.table({
        "20 webhooks alone": hanging.without,
        [`beside ${hanging.hanging} that hang`]: hanging.with,
      });
    console.error(`p99 with / without: ${hanging.ratio_p99}`);
  } finally {
    for (const child of children) await child.stop();
    await endpoint.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));
process.exit();
