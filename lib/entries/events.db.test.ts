import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "@/testing/service";
import { runStep } from "@/testing/steps";
import { createFilesystem, createTenant } from "@/testing/tenant";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());

const MARKS: Record<string, string> = { created: "+", updated: "~", deleted: "-" };

async function readLog(id: string, after: bigint) {
  const rows = await service.services.db.change.findMany({
    where: { filesystem_id: id, cursor: { gt: after } },
    orderBy: { cursor: "asc" },
  });
  expect(rows.map(({ cursor }) => cursor)).toEqual(rows.map((_, i) => after + BigInt(i + 1)));
  return rows.map(({ kind, path }) => `${MARKS[kind]}${path}`).join(" ");
}

/** A filesystem after some steps, all of which succeed, and its row as it is then. */
async function given(steps: string[]) {
  const { id, base } = await createFilesystem(service, tenant);
  const run = (step: string) => runStep(service, tenant.key, base, step);
  for (const step of steps) expect((await run(step)).status).toBeLessThan(300);
  const view = () => service.services.db.filesystem.findUniqueOrThrow({ where: { id } });
  return { id, run, view, before: await view() };
}

// `/a-b` and `/a/b.txt` sort between `/a` and `/a/b/f` by their bytes, but not as siblings in pre-order.
const TREE = ["put /a/b/f parents", "put /a-b", "put /a/b.txt"];
const TWO = ["put /f", "put /g content=other"];
const SWAPPED = "-/s -/f +/f +/s";
const LINKED = ["put /f", "link /f /g"];
const TREE_GONE = "-/a/b.txt -/a/b/f -/a/b -/a";

// Events: `+` created, `~` updated, `-` deleted (spec 5.20, 5.21).
test.each<[name: string, given: string[], step: string, status: number, events: string]>([
  ["a new file", [], "put /f", 201, "+/f"],
  ["parents of a file", ["mkdir /a"], "put /a/b/c/f parents", 201, "+/a/b +/a/b/c +/a/b/c/f"],
  ["other bytes", ["put /f"], "put /f content=other", 200, "~/f"],
  ["equal bytes", ["put /f"], "put /f", 200, "~/f"],
  ["one name of two is written", LINKED, "put /g content=other", 200, "~/g"],

  ["chmod", ["put /f"], "patch /f mode=0600", 200, "~/f"],
  ["touch", ["put /f"], "patch /f modified_at=2001-02-03T04:05:06Z", 200, "~/f"],
  ["a patch of nothing", ["put /f"], "patch /f", 200, "~/f"],
  ["chmod of a directory that holds something", TREE, "patch /a mode=0700", 200, "~/a"],
  ["chmod of the root", [], "patch / mode=0700", 200, "~/"],
  ["touch of a symlink", ["symlink x /s"], "patch /s modified_at=2001-02-03T04:05:06Z", 200, "~/s"],
  ["chmod through one name of two", LINKED, "patch /g mode=0600", 200, "~/g"],

  ["mkdir", [], "mkdir /a", 201, "+/a"],
  ["mkdir with parents", [], "mkdir /a/b parents", 201, "+/a +/a/b"],
  ["a hard link", ["put /f", "mkdir /a"], "link /f /a/g", 201, "+/a/g"],
  ["a hard link to a symlink", ["symlink x /s"], "link /s /t", 201, "+/t"],
  ["a symlink to nothing", [], "symlink ../nothing /s", 201, "+/s"],

  ["delete a file", TREE, "delete /a/b/f", 204, "-/a/b/f"],
  ["delete one name of two", LINKED, "delete /f", 204, "-/f"],
  ["delete a symlink", ["put /f", "symlink f /s"], "delete /s", 204, "-/s"],
  ["delete an empty directory", ["mkdir /a"], "delete /a", 204, "-/a"],
  ["delete all", TREE, "delete /a recursive=true", 204, TREE_GONE],
  [
    "delete all with links",
    ["mkdir /a", ...LINKED, "link /f /a/f", "link /f /a/g", "symlink f /a/s"],
    "delete /a recursive=true",
    204,
    "-/a/s -/a/g -/a/f -/a",
  ],

  ["move a file", ["put /f"], "move /f /g", 200, "-/f +/g"],
  ["move a symlink", ["symlink x /s"], "move /s /t", 200, "-/s +/t"],
  ["move one name of two", LINKED, "move /g /h", 200, "-/g +/h"],
  ["move a tree", TREE, "move /a /z", 200, `${TREE_GONE} +/z +/z/b +/z/b/f +/z/b.txt`],
  ["move with parents", ["put /f"], "move /f /x/y/f parents", 200, "-/f +/x +/x/y +/x/y/f"],
  ["move over a file", TWO, "move /f /g overwrite", 200, "-/f +/g"],
  ["move over a linked file", [...TWO, "link /g /h"], "move /f /g overwrite", 200, "-/f +/g"],
  ["move over its other name", LINKED, "move /f /g overwrite", 200, ""],
  ["move over a symlink", ["put /f", "symlink f /s"], "move /f /s overwrite", 200, "-/f +/s"],
  [
    "move over an empty directory",
    [...TREE, "mkdir /z"],
    "move /a/b /z overwrite",
    200,
    "-/a/b/f -/a/b +/z +/z/f",
  ],
  ["move onto itself", ["put /f"], "move /f /f", 200, ""],
  ["move onto another spelling", ["mkdir /a"], "move /a //a/", 200, ""],

  ["exchange two files", TWO, "move /g /f exchange", 200, "-/f -/g +/g +/f"],
  ["exchange a file and a symlink", [...TWO, "symlink f /s"], "move /f /s exchange", 200, SWAPPED],
  ["exchange a link and a file", [...TWO, "link /g /s"], "move /f /s exchange", 200, SWAPPED],
  [
    "exchange a tree and a file in another",
    [...TREE, "put /z/f parents"],
    "move /a /z/f exchange",
    200,
    `-/z/f ${TREE_GONE} +/a +/z/f +/z/f/b +/z/f/b/f +/z/f/b.txt`,
  ],
  ["exchange with itself", ["put /f"], "move /f //f exchange", 200, ""],
  ["exchange two names of one file", LINKED, "move /f /g exchange", 200, ""],

  ["copy a file", ["put /f"], "copy /f /g", 200, "+/g"],
  ["copy a symlink", ["symlink x /s"], "copy /s /t", 200, "+/t"],
  ["copy an empty directory", ["mkdir /a"], "copy /a /b", 200, "+/b"],
  ["copy a tree", TREE, "copy /a /z", 200, "+/z +/z/b +/z/b/f +/z/b.txt"],
  ["copy a tree out of itself", TREE, "copy /a/b /b", 200, "+/b +/b/f"],
  ["copy with parents", TREE, "copy /a/b /x/y/b parents", 200, "+/x +/x/y +/x/y/b +/x/y/b/f"],
  ["copy a file over a file", TWO, "copy /f /g overwrite", 200, "~/g"],
  ["copy over a linked file", [...TWO, "link /g /h"], "copy /f /g overwrite", 200, "~/g"],
  ["copy over its other name", LINKED, "copy /f /g overwrite", 200, "~/g"],
  ["copy over a symlink", ["put /f", "symlink f /s"], "copy /f /s overwrite", 200, "+/s"],
  ["copy a symlink over a file", ["put /f", "symlink f /s"], "copy /s /f overwrite", 200, "+/f"],
  [
    "copy a symlink over one name of two",
    [...LINKED, "symlink f /s"],
    "copy /s /f overwrite",
    200,
    "+/f",
  ],
  [
    "copy over an empty directory",
    [...TREE, "mkdir /z"],
    "copy /a/b /z overwrite",
    200,
    "+/z +/z/f",
  ],
  [
    "copy a tree with links",
    ["mkdir /a", ...LINKED, "link /f /a/f", "link /f /a/g", "symlink f /a/s"],
    "copy /a /b",
    200,
    "+/b +/b/f +/b/g +/b/s",
  ],
  ["copy onto itself", ["put /f"], "copy /f /f", 200, ""],
])("events: %s", async (_, steps, step, status, events) => {
  const { id, run, view, before } = await given(steps);
  const response = await run(step);
  expect(response).toMatchObject({ status });
  expect(await readLog(id, before.head)).toBe(events);
  expect(response.headers.get("x-cursor")).toBe(String((await view()).head));
  await expectSound(id);
});

const WRONG = 'if_match="x"';

test.each<[given: string[], step: string, status: number, code: string]>([
  [[], "put /a/f", 409, "parent_not_found"],
  [TREE, "put /a", 409, "is_directory"],
  [[], "put /", 409, "is_directory"],
  [TREE, "put /a-b/f parents=true", 409, "not_a_directory"],
  [["symlink x /s"], "put /s", 409, "is_symlink"],
  [["mkdir /a", "symlink a /s"], "put /s/f parents=true", 409, "not_a_directory"],
  [["put /f", "symlink f /s"], "get /s", 409, "is_symlink"],
  [["mkdir /a", "put /a/f", "symlink a /s"], "get /s/f", 409, "not_a_directory"],
  [[], "patch /f mode=0600", 404, "path_not_found"],
  [["put /f"], "patch /f/g mode=0600", 409, "not_a_directory"],
  [["put /f"], `patch /f mode=0600 ${WRONG}`, 412, "precondition_failed"],
  [TREE, "mkdir /a", 409, "already_exists"],
  [TREE, "mkdir /", 409, "already_exists"],
  [["symlink a /s"], "mkdir /s/d", 409, "not_a_directory"],
  [[], "delete /a", 404, "path_not_found"],
  [TREE, "delete /a-b/f", 409, "not_a_directory"],
  [TREE, "delete /a", 409, "directory_not_empty"],
  [TREE, "delete / recursive=true", 409, "root_forbidden"],
  [TREE, `delete /a-b ${WRONG}`, 412, "precondition_failed"],
  [TREE, "link /none /g", 404, "path_not_found"],
  [TREE, "link /a-b/x /g", 409, "not_a_directory"],
  [TREE, "link /a /g", 409, "is_directory"],
  [TREE, "link / /g", 409, "is_directory"],
  [TREE, "link /a-b /a", 409, "already_exists"],
  [TREE, "link /a-b /a-b", 409, "already_exists"],
  [TREE, "link /a-b /x/y", 409, "parent_not_found"],
  [TREE, "link /a-b /a-b/x", 409, "not_a_directory"],
  [TREE, "symlink x /a", 409, "already_exists"],
  [TREE, "symlink x /", 409, "already_exists"],
  [TREE, "symlink x /x/y", 409, "parent_not_found"],
  [TREE, "symlink x /a-b/y", 409, "not_a_directory"],
  ...["move", "copy"].flatMap((verb): [string[], string, number, string][] => [
    [TREE, `${verb} / /z`, 409, "root_forbidden"],
    [TREE, `${verb} / /`, 409, "root_forbidden"],
    [TREE, `${verb} /a / overwrite`, 409, "root_forbidden"],
    [TREE, `${verb} /none /`, 404, "path_not_found"],
    [TREE, `${verb} /none /b`, 404, "path_not_found"],
    [TREE, `${verb} /a-b/x /b`, 409, "not_a_directory"],
    [TREE, `${verb} /a /a/b/c`, 409, "invalid_move"],
    [TREE, `${verb} /a /a/x/y parents`, 409, "invalid_move"],
    [TREE, `${verb} /a-b /a/b.txt`, 409, "already_exists"],
    [TREE, `${verb} /a-b /a overwrite`, 409, "is_directory"],
    [TREE, `${verb} /a /a-b overwrite`, 409, "not_a_directory"],
    [TREE, `${verb} /a/b /a overwrite`, 409, "directory_not_empty"],
    [[...TREE, "mkdir /z"], `${verb} /z /a overwrite`, 409, "directory_not_empty"],
    [TREE, `${verb} /a /x/y`, 409, "parent_not_found"],
    [TREE, `${verb} /a /a-b/x parents`, 409, "not_a_directory"],
    [["put /f", "symlink x /s"], `${verb} /f /s/f parents`, 409, "not_a_directory"],
    [["mkdir /a", "symlink a /s"], `${verb} /a /s overwrite`, 409, "not_a_directory"],
    [["mkdir /a", "symlink a /s"], `${verb} /s /a overwrite`, 409, "is_directory"],
    [TREE, `${verb} /a-b /c ${WRONG}`, 412, "precondition_failed"],
    [TREE, `${verb} /a /c ${WRONG}`, 412, "precondition_failed"],
    [TREE, `${verb} /a-b /a-b ${WRONG}`, 412, "precondition_failed"],
  ]),
  [TREE, "move / /a exchange", 409, "root_forbidden"],
  [TREE, "move /a / exchange", 409, "root_forbidden"],
  [TREE, "move /none /a exchange", 404, "path_not_found"],
  [TREE, "move /a /none exchange overwrite parents", 404, "path_not_found"],
  [TREE, "move /a-b/x /a exchange", 409, "not_a_directory"],
  [TREE, "move /a /a-b/x exchange", 409, "not_a_directory"],
  [TREE, "move /a /a/b/f exchange", 409, "invalid_move"],
  [TREE, "move /a/b/f /a exchange", 409, "invalid_move"],
  [TREE, `move /a-b /a exchange ${WRONG}`, 412, "precondition_failed"],
  [TREE, `move /a /a exchange ${WRONG}`, 412, "precondition_failed"],
])("refused and nothing changed: after %j %s is %i %s", async (steps, step, status, code) => {
  const { id, run, view, before } = await given(steps);
  expect(await run(step)).toMatchObject({ status, body: { detail: { code } } });
  expect(await view()).toEqual(before);
  await expectSound(id);
});

/** What the functions promise of the tables after every operation. */
async function expectSound(id: string) {
  const [row] = await service.services.db.$queryRaw<object[]>`
    SELECT f.entries = count(n.id) - 1 AS entries,
      f.retained_bytes = coalesce(sum(n.size) FILTER (WHERE n.type = 'file'), 0) AS bytes,
      f.head = (SELECT count(*) FROM change c WHERE c.filesystem_id = ${id}) AS cursors,
      bool_and(n.nlink = (SELECT count(*) FROM dirent d WHERE d.filesystem_id = ${id} AND d.node_id = n.id)
        OR n.id = f.root_id) AS names,
      (SELECT count(*) FROM dirent d WHERE d.filesystem_id = ${id}) = sum(n.nlink) - 1 AS dirents
    FROM filesystem f JOIN node n ON n.filesystem_id = f.id WHERE f.id = ${id} GROUP BY f.id`;
  expect(row).toEqual({ entries: true, bytes: true, cursors: true, names: true, dirents: true });
}
