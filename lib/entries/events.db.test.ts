import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "@/lib/testing/service";
import { call, createFilesystem, createTenant } from "@/lib/testing/tenant";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());

type Step = [verb: string, path: string, more?: object];

const query = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");

/** `put /a`, `mkdir /a`, `delete /a`, `move /a /b`, with options behind it. */
function run(base: string, [verb, path, more = {}]: Step) {
  const send = (method: string, route: string, body?: object | string) =>
    call(service, tenant.key, method, base + route, body);
  if (verb === "put") return send("PUT", `/files?${query({ path, ...more })}`, "text");
  if (verb === "delete") return send("DELETE", `/files?${query({ path, ...more })}`);
  if (verb === "mkdir") return send("POST", "/directories", { path, ...more });
  const [from, to] = path.split(" ");
  return send("POST", "/files:move", { from, to, ...more });
}

async function readLog(id: string, after: bigint | number = 0) {
  const rows = await service.services.db.change.findMany({
    where: { filesystem_id: id, cursor: { gt: after } },
    orderBy: { cursor: "asc" },
  });
  return rows.map((row) => `${row.cursor - BigInt(after)} ${row.kind} ${row.path}`);
}

const NESTED: Step[] = [
  ["put", "/a/b/f", { parents: true }],
  ["put", "/a-b"],
  ["put", "/a/b.txt"],
];

test.each<{ name: string; given: Step[]; step: Step; status: number; events: string[] }>([
  { name: "put, new", given: [], step: ["put", "/f"], status: 201, events: ["created /f"] },
  {
    name: "put, with parents",
    given: [["mkdir", "/a"]],
    step: ["put", "/a/b/c/f", { parents: true }],
    status: 201,
    events: ["created /a/b", "created /a/b/c", "created /a/b/c/f"],
  },
  {
    name: "put, equal bytes again",
    given: [["put", "/f"]],
    step: ["put", "/f"],
    status: 200,
    events: ["updated /f"],
  },
  { name: "mkdir", given: [], step: ["mkdir", "/a"], status: 201, events: ["created /a"] },
  {
    name: "mkdir, with parents",
    given: [],
    step: ["mkdir", "/a/b", { parents: true }],
    status: 201,
    events: ["created /a", "created /a/b"],
  },
  {
    name: "delete, a file",
    given: NESTED,
    step: ["delete", "/a/b/f"],
    status: 204,
    events: ["deleted /a/b/f"],
  },
  {
    name: "delete, an empty directory",
    given: [["mkdir", "/a"]],
    step: ["delete", "/a"],
    status: 204,
    events: ["deleted /a"],
  },
  {
    name: "delete, recursive",
    given: NESTED,
    step: ["delete", "/a", { recursive: true }],
    status: 204,
    events: ["deleted /a/b.txt", "deleted /a/b/f", "deleted /a/b", "deleted /a"],
  },
  {
    name: "move, a file",
    given: [["put", "/f"]],
    step: ["move", "/f /g"],
    status: 200,
    events: ["deleted /f", "created /g"],
  },
  {
    name: "move, a directory",
    given: NESTED,
    step: ["move", "/a /z"],
    status: 200,
    events: [
      "deleted /a/b.txt",
      "deleted /a/b/f",
      "deleted /a/b",
      "deleted /a",
      "created /z",
      "created /z/b",
      "created /z/b/f",
      "created /z/b.txt",
    ],
  },
  {
    name: "move, with parents",
    given: [["put", "/f"]],
    step: ["move", "/f /x/y/f", { parents: true }],
    status: 200,
    events: ["deleted /f", "created /x", "created /x/y", "created /x/y/f"],
  },
  {
    name: "move, over a file",
    given: [
      ["put", "/f"],
      ["put", "/g"],
    ],
    step: ["move", "/f /g", { overwrite: true }],
    status: 200,
    events: ["deleted /f", "created /g"],
  },
  {
    name: "move, a directory over an empty one",
    given: [...NESTED, ["mkdir", "/z"]],
    step: ["move", "/a/b /z", { overwrite: true }],
    status: 200,
    events: ["deleted /a/b/f", "deleted /a/b", "created /z", "created /z/f"],
  },
  {
    name: "move, onto itself",
    given: [["put", "/f"]],
    step: ["move", "/f /f"],
    status: 200,
    events: [],
  },
  {
    name: "move, onto itself, the root's child with a slash behind",
    given: [["mkdir", "/a"]],
    step: ["move", "/a //a/"],
    status: 200,
    events: [],
  },
])("$name", async ({ given, step, status, events }) => {
  const { id, base } = await createFilesystem(service, tenant);
  for (const earlier of given) expect((await run(base, earlier)).status).toBeLessThan(300);
  const before = await service.services.db.filesystem.findUniqueOrThrow({ where: { id } });
  const answer = await run(base, step);
  expect(answer).toMatchObject({ status });
  expect(await readLog(id, before.head)).toEqual(events.map((event, i) => `${i + 1} ${event}`));
  expect(answer.headers.get("x-cursor")).toBe(String(before.head + BigInt(events.length)));
  await expectSound(id);
});

test.each<{ name: string; given: Step[]; step: Step; refusal: [number, string] }>([
  {
    name: "put below nothing",
    given: [],
    step: ["put", "/a/f"],
    refusal: [409, "parent_not_found"],
  },
  {
    name: "put on a directory",
    given: NESTED,
    step: ["put", "/a"],
    refusal: [409, "is_directory"],
  },
  { name: "put on the root", given: [], step: ["put", "/"], refusal: [409, "is_directory"] },
  {
    name: "put below a file",
    given: NESTED,
    step: ["put", "/a-b/f", { parents: true }],
    refusal: [409, "not_a_directory"],
  },
  { name: "mkdir again", given: NESTED, step: ["mkdir", "/a"], refusal: [409, "already_exists"] },
  { name: "mkdir root", given: [], step: ["mkdir", "/"], refusal: [409, "already_exists"] },
  { name: "delete nothing", given: [], step: ["delete", "/a"], refusal: [404, "path_not_found"] },
  {
    name: "delete below a file",
    given: NESTED,
    step: ["delete", "/a-b/f"],
    refusal: [409, "not_a_directory"],
  },
  {
    name: "delete a full directory",
    given: NESTED,
    step: ["delete", "/a"],
    refusal: [409, "directory_not_empty"],
  },
  {
    name: "delete the root",
    given: [],
    step: ["delete", "/", { recursive: true }],
    refusal: [409, "root_forbidden"],
  },
  { name: "move the root", given: [], step: ["move", "/ /a"], refusal: [409, "root_forbidden"] },
  {
    name: "move onto the root",
    given: NESTED,
    step: ["move", "/a /", { overwrite: true }],
    refusal: [409, "root_forbidden"],
  },
  { name: "move nothing", given: [], step: ["move", "/a /b"], refusal: [404, "path_not_found"] },
  {
    name: "move into itself",
    given: NESTED,
    step: ["move", "/a /a/b/c"],
    refusal: [409, "invalid_move"],
  },
  {
    name: "move onto something",
    given: NESTED,
    step: ["move", "/a-b /a/b.txt"],
    refusal: [409, "already_exists"],
  },
  {
    name: "move a file over a directory",
    given: NESTED,
    step: ["move", "/a-b /a", { overwrite: true }],
    refusal: [409, "is_directory"],
  },
  {
    name: "move a directory over a file",
    given: NESTED,
    step: ["move", "/a /a-b", { overwrite: true }],
    refusal: [409, "not_a_directory"],
  },
  {
    name: "move over a full directory",
    given: [...NESTED, ["mkdir", "/z"]],
    step: ["move", "/z /a", { overwrite: true }],
    refusal: [409, "directory_not_empty"],
  },
  {
    name: "move over its own parent",
    given: NESTED,
    step: ["move", "/a/b /a", { overwrite: true }],
    refusal: [409, "directory_not_empty"],
  },
  {
    name: "move below nothing",
    given: NESTED,
    step: ["move", "/a /x/y"],
    refusal: [409, "parent_not_found"],
  },
  {
    name: "move below a file",
    given: NESTED,
    step: ["move", "/a /a-b/x", { parents: true }],
    refusal: [409, "not_a_directory"],
  },
  {
    name: "move with another etag",
    given: NESTED,
    step: ["move", "/a-b /c", { if_match: '"x"' }],
    refusal: [412, "precondition_failed"],
  },
  {
    name: "move onto itself with another etag",
    given: NESTED,
    step: ["move", "/a-b /a-b", { if_match: '"x"' }],
    refusal: [412, "precondition_failed"],
  },
])("refused and nothing changed: $name", async ({ given, step, refusal: [status, code] }) => {
  const { id, base } = await createFilesystem(service, tenant);
  for (const earlier of given) expect((await run(base, earlier)).status).toBeLessThan(300);
  const before = await service.services.db.filesystem.findUniqueOrThrow({ where: { id } });
  expect(await run(base, step)).toMatchObject({ status, body: { detail: { code } } });
  expect(await service.services.db.filesystem.findUniqueOrThrow({ where: { id } })).toEqual(before);
  await expectSound(id);
});

/** What the functions promise of the tables after every operation. */
async function expectSound(id: string) {
  const [row] = await service.services.db.$queryRaw<object[]>`
    SELECT f.entries = count(n.id) - 1 AS entries, f.retained_bytes = coalesce(sum(n.size), 0) AS bytes,
      f.head = (SELECT count(*) FROM change c WHERE c.filesystem_id = ${id}) AS cursors,
      bool_and(n.nlink = (SELECT count(*) FROM dirent d WHERE d.filesystem_id = ${id} AND d.node_id = n.id)
        OR n.id = f.root_id) AS names,
      (SELECT count(*) FROM dirent d WHERE d.filesystem_id = ${id}) = f.entries AS dirents
    FROM filesystem f JOIN node n ON n.filesystem_id = f.id WHERE f.id = ${id} GROUP BY f.id`;
  expect(row).toEqual({ entries: true, bytes: true, cursors: true, names: true, dirents: true });
}
