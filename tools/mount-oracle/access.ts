import fs, { type FileHandle } from "node:fs/promises";
import path from "node:path";

import type { SFTPWrapper } from "ssh2";

import { eventually } from "@/testing/eventually";
import type { TestMount } from "@/testing/mounting";
import { connect, done, openSftp } from "@/testing/sftp";
import { call } from "@/testing/tenant";

/**
 * A way to change the files of a directory. Each call resolves once the service may not lose its change, and rejects if
 * it was refused or its outcome is not known. Paths begin with a slash.
 */
export type Access = {
  write(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  mkdir(path: string): Promise<void>;
  close(): Promise<void>;
};

/** Most files are only closed, so that a mount which does not wait has many changes under way. */
const SYNC_EVERY = 10;
const DISCONNECTED = new Set(["ENOTCONN", "ECONNABORTED"]);

/** By a mount. `at` is the path of the directory in it while it is mounted. */
export type MountAccess = Access & { at(): string };

/** Through a descriptor, as the path leads to the local disk while a mount that was killed is mounted again. */
export async function byMount(mount: TestMount, folder: string): Promise<MountAccess> {
  const open = () =>
    eventually("the directory", () =>
      fs.open(path.join(mount.directory, folder)).catch(() => null),
    );
  let root: FileHandle = await open();
  const at = () => `/proc/self/fd/${root.fd}`;
  const use = async (run: () => Promise<unknown>) => {
    try {
      await run();
    } catch (error) {
      const isLost =
        error instanceof Error && "code" in error && DISCONNECTED.has(String(error.code));
      if (isLost) {
        await root.close().catch(() => undefined);
        root = await open();
      }
      throw error;
    }
  };
  return {
    at,
    write: (file, text) =>
      use(async () => {
        const opened = await fs.open(at() + file, "w");
        try {
          await opened.write(text);
          if (text.length % SYNC_EVERY === 0) await opened.sync();
        } finally {
          await opened.close();
        }
      }),
    rename: (from, to) => use(() => fs.rename(at() + from, at() + to)),
    remove: (file) => use(() => fs.unlink(at() + file)),
    mkdir: (file) => use(() => fs.mkdir(at() + file)),
    close: () => root.close(),
  };
}

/** By the SFTP gateway, to which it connects again after a cut. */
export function byGateway(
  { port, session, ticket }: { port: number; session: string; ticket: string },
  folder: string,
): Access {
  let current: Promise<{ sftp: SFTPWrapper; lost: Promise<never>; end: () => void }> | null = null;
  const open = async () => {
    const client = await eventually("the gateway", () =>
      connect({ port }, session, { password: ticket }).catch(() => null),
    );
    const lost = new Promise<never>((_, reject) => {
      client.once("close", () => {
        current = null;
        reject(new Error("the connection was closed"));
      });
    });
    lost.catch(() => undefined);
    client.on("error", () => undefined);
    const sftp = await Promise.race([openSftp(client), lost]);
    return { sftp, lost, end: () => client.end() };
  };
  const use = async (run: (sftp: SFTPWrapper) => Promise<unknown>): Promise<void> => {
    current ??= open();
    current.catch(() => (current = null));
    const { sftp, lost } = await current;
    await Promise.race([run(sftp), lost]);
  };
  const at = (file: string) => folder + file;
  return {
    write: (file, text) => use((sftp) => done((back) => sftp.writeFile(at(file), text, back))),
    rename: (from, to) =>
      use((sftp) => done((back) => sftp.ext_openssh_rename(at(from), at(to), back))),
    remove: (file) => use((sftp) => done((back) => sftp.unlink(at(file), back))),
    mkdir: (file) => use((sftp) => done((back) => sftp.mkdir(at(file), back))),
    async close() {
      (await current?.catch(() => null))?.end();
    },
  };
}

/** By the API. */
export function byApi(
  { url, key, base }: { url: string; key: string; base: string },
  folder: string,
): Access {
  const send = async (method: string, route: string, body?: string | object) => {
    const { status, body: response } = await call({ url }, key, method, `${base}/${route}`, body);
    if (status >= 300) throw new Error(`${method} ${route}: ${status} ${JSON.stringify(response)}`);
  };
  const files = (file: string) => `files?path=${encodeURIComponent(folder + file)}`;
  return {
    write: (file, text) => send("PUT", files(file), text),
    rename: (from, to) =>
      send("POST", "files:move", { from: folder + from, to: folder + to, overwrite: true }),
    remove: (file) => send("DELETE", files(file)),
    mkdir: (file) => send("POST", "directories", { path: folder + file }),
    close: () => Promise.resolve(),
  };
}
