import { expect } from "vitest";

import { wrongCounters } from "@/lib/entries/check-counters";
import { purgeStep } from "@/lib/trash/purge-trash";

import type { TestService } from "./service";
import { call, createFilesystem, createTenant } from "./tenant";
import { callAs, createTestUser, join } from "./user";

/** Expects the counters of a filesystem, and those of its nodes' names, to be what they count. */
export async function expectCountersRight({ services }: TestService, filesystemId: string) {
  const wrong = await wrongCounters(services.db);
  expect(wrong.filter(({ filesystem }) => filesystem === filesystemId)).toEqual([]);
}

/** Deletes for good what is in the trash of a filesystem. */
export async function emptyTrash({ services }: TestService, filesystemId: string): Promise<void> {
  while ((await purgeStep(services.db, filesystemId, {})).purged > 0);
}

export type TrashClient = Awaited<ReturnType<typeof createTrashClient>>;

/** A filesystem with the requests that tests of its trash make, by a key and by a member. */
export async function createTrashClient(
  service: TestService,
  known?: Awaited<ReturnType<typeof createTenant>>,
) {
  const tenant = known ?? (await createTenant(service));
  const { id, base } = await createFilesystem(service, tenant);
  const user = await createTestUser(service);
  await join(service, tenant.orgId, user.id, "member");
  const send = (method: string, route: string, body?: object | string) =>
    call(service, tenant.key, method, base + route, body);
  const asUser = (method: string, route: string) => callAs(service, user, method, base + route);
  return {
    id,
    base,
    tenant,
    user,
    send,
    asUser,
    put: (path: string, content = "x") => send("PUT", `/files?path=${path}&parents=true`, content),
    stat: async (path: string) => (await send("GET", `/files:stat?path=${path}`)).body,
    read: async (path: string) => (await send("GET", `/files?path=${path}`)).body,
    /** Returns the id of the item. */
    async remove(path: string): Promise<string> {
      const { status, headers } = await send("DELETE", `/files?path=${path}&recursive=true`);
      expect(status).toBe(204);
      return headers.get("x-trash-id") ?? "none";
    },
    restore: (item: string, body: object = {}) => send("POST", `/trash/${item}:restore`, body),
    /** One item, or all. */
    async purge(item?: string): Promise<void> {
      const route = item === undefined ? "/trash" : `/trash/${item}`;
      expect((await asUser("DELETE", route)).status).toBe(204);
    },
    /** The paths in the trash, newest first. */
    trash: async () => (await send("GET", "/trash")).body.map(({ path }: { path: string }) => path),
    /** What is used; the counters are checked on the way. */
    async usage() {
      const { body } = await send("GET", "/usage");
      await expectCountersRight(service, id);
      const { retained_bytes: bytes, entries, trash_bytes, trash_entries } = body;
      return { bytes, entries, trash_bytes, trash_entries };
    },
  };
}
