import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let filesystem: Awaited<ReturnType<typeof createFilesystem>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  filesystem = await createFilesystem(service, tenant);
});
afterAll(() => service.close());

type Case = [string, number, boolean, string[] | null, string[] | null, string];

/** What the check and the commit say, each on the same state. */
async function codesOf(...args: Case): Promise<[string | null, string | null]> {
  const client = await service.services.pool.connect();
  try {
    await client.query("BEGIN");
    const { rows: checked } = await client.query<{ code: string | null }>(
      "SELECT code FROM entry_upload_check($1, $2, $4, $3, $5, $6, $7)",
      [filesystem.id, ...args],
    );
    const { rows: committed } = await client.query<{ code: string | null }>(
      `SELECT code FROM entries_apply($1, jsonb_build_array(jsonb_build_object('op', 'put', 'path', $2::text,
        'parents', $4::boolean, 'etag', 'x', 'size', $3::int, 'hash', encode(sha256(''), 'hex'), 'if_match', $5::text[],
        'if_none_match', $6::text[], 'origin', 'api', 'credential', $7::text)))`,
      [filesystem.id, ...args],
    );
    return [checked[0]!.code, committed[0]!.code];
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

test("the check before an upload and its commit refuse the same for the same reason", async () => {
  const { base, id } = filesystem;
  await call(service, tenant.key, "PUT", `${base}/files?path=/file`, "12345");
  const link = { target: "x", path: "/link" };
  await call(service, tenant.key, "POST", `${base}/files:symlink`, link);
  const conditions = [
    [true, null, null, tenant.keyId],
    [false, null, null, tenant.keyId],
    [true, ["*"], null, tenant.keyId],
    [true, ['"x"'], null, tenant.keyId],
    [true, null, ["*"], tenant.keyId],
    [true, null, null, "key_00000000000000000000000000"],
  ] as const;
  const seen = new Set<string | null>();
  for (const [bytes, entries] of [
    [null, null],
    [4, null],
    [9, 3],
  ]) {
    await service.services.pool.query(
      "UPDATE filesystem SET byte_quota = $2, entry_quota = $3 WHERE id = $1",
      [id, bytes, entries],
    );
    for (const path of ["/", "/file", "/link", "/new", "/new/f", "/file/f", "/a/b/c"])
      for (const size of [0, 4, 5, 9, 10])
        for (const [parents, ifMatch, ifNoneMatch, credential] of conditions) {
          const match = ifMatch === null ? null : [...ifMatch];
          const noneMatch = ifNoneMatch === null ? null : [...ifNoneMatch];
          const [checked, committed] = await codesOf(
            path,
            size,
            parents,
            match,
            noneMatch,
            credential,
          );
          expect([path, size, checked]).toEqual([path, size, committed]);
          seen.add(committed);
        }
  }
  expect([...seen].map(String).toSorted()).toEqual([
    "byte_quota_exceeded",
    "entry_quota_exceeded",
    "is_directory",
    "is_symlink",
    "no_grant",
    "not_a_directory",
    "null",
    "parent_not_found",
    "precondition_failed",
  ]);
});
