import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { expect } from "vitest";

import { createTicket, type SftpService } from "./sftp";
import { call } from "./tenant";

const DEADLINE_MS = 30_000;

const line = (one: readonly string[]) => one.join(" ");

export const run = promisify(execFile);

/** A directory of a client of the gateway, with a ticket for a filesystem of its own. */
export type SftpHome = Awaited<ReturnType<typeof createSftpHome>>;

export async function createSftpHome(service: SftpService) {
  const { port, hostKey } = service;
  const tenant = await createTicket(service);
  const home = mkdtempSync(path.join(os.tmpdir(), "tidemark-sftp-"));
  const file = (name: string) => path.join(home, name);
  writeFileSync(file("known"), `[127.0.0.1]:${port} ${hostKey.type} ${hostKey.publicKey}\n`);
  writeFileSync(file("password"), `#!/bin/sh\necho ${tenant.ticket}\n`, { mode: 0o700 });
  const env = {
    HOME: home,
    SSH_ASKPASS: file("password"),
    SSH_ASKPASS_REQUIRE: "force",
  };
  return {
    ...tenant,
    home,
    port,
    file,
    env,
    user: `${tenant.session}@127.0.0.1`,
    /** The host key is pinned, and no key or configuration of this machine is used. */
    options: [
      "-F",
      "none",
      ...[
        `UserKnownHostsFile=${file("known")}`,
        "StrictHostKeyChecking=yes",
        "PubkeyAuthentication=no",
        "LogLevel=ERROR",
      ].flatMap((option) => ["-o", option]),
    ],
    client: (program: string, ...args: string[]) =>
      run(program, args, { env: { ...process.env, ...env }, timeout: DEADLINE_MS }),
    /** The text of a file at the service, or the status without one. */
    async download(where: string): Promise<string | number> {
      const route = `${tenant.base}/files?path=${encodeURIComponent(where)}`;
      const { status, body } = await call(service, tenant.key, "GET", route);
      return status === 200 ? body : status;
    },
    /** Paths and entity tags are the same in a listing and in what the change feed builds. */
    async expectFeedToAgree() {
      const list = `${tenant.base}/entries?path=/&recursive=true&limit=1000`;
      const { body: listed } = await call(service, tenant.key, "GET", list);
      const changes = `${tenant.base}/changes?cursor=0&limit=1000`;
      const { body: feed } = await call(service, tenant.key, "GET", changes);
      const mirror = new Map<string, string>();
      for (const { path: where, file: entry } of feed.events) {
        if (entry === null) mirror.delete(where);
        else mirror.set(where, entry.etag);
      }
      const entries = listed.entries.map((one: { path: string; etag: string }) => [
        one.path,
        one.etag,
      ]);
      expect([...mirror].map(line).toSorted()).toEqual(entries.map(line).toSorted());
    },
    remove: () => rmSync(home, { recursive: true }),
  };
}
