import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { expect } from "vitest";

import { expectAgreement, readFeed } from "./mount-agreement";
import { createTicket, type SftpService } from "./sftp";
import { call } from "./tenant";
import type { MirrorReceiver } from "./webhook-mirror";

const DEADLINE_MS = 30_000;

export const run = promisify(execFile);

/** A directory of a client of the gateway, with a ticket for a filesystem of its own. */
export type SftpHome = Awaited<ReturnType<typeof createSftpHome>>;

export async function createSftpHome(service: SftpService, receiver: MirrorReceiver) {
  const { port, hostKey } = service;
  const tenant = await createTicket(service);
  const source = { service, key: tenant.key, base: tenant.base, folder: "/" };
  const mirror = await receiver.follow(source);
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
    /** A webhook's mirror and what the change feed builds are the same as a fresh listing. */
    async expectMirrorsToAgree() {
      await mirror.expectAgreement();
      await expectAgreement(source);
      const events = await readFeed(source);
      const author = `mount:${tenant.session}`;
      expect(events.filter((one) => one.origin !== "mount" || one.author !== author)).toEqual([]);
    },
    remove: () => rmSync(home, { recursive: true }),
  };
}
