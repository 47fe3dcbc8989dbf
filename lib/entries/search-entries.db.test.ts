import { afterAll, beforeAll, expect, test } from "vitest";

import { api } from "@/lib/contract/api";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

const FILES = [
  "/Invoice-1.pdf",
  "/a/invoice-2.pdf",
  "/a/b/INVOICES/x.txt",
  "/a/b/100%_done.txt",
  "/a/b/100 done.txt",
  "/ab/invoice-3.pdf",
  "/ab/Übersicht.txt",
];

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  fs = await createFilesystem(service, tenant);
  for (const path of FILES)
    await send("PUT", `/files?parents=true&path=${encodeURIComponent(path)}`, "text");
});
afterAll(() => service.close());

const send = (method: string, route: string, body?: string) =>
  call(service, tenant.key, method, fs.base + route, body);

async function page(path: string, query: string, rest = "") {
  const asked = new URLSearchParams({ path, query });
  const { status, body } = await send("GET", `/search?${asked}${rest}`);
  expect(status).toBe(200);
  return api.entries.search.result.parse(body);
}
const below = "&recursive=true";
const search = async (path: string, query: string, rest = below) =>
  (await page(path, query, rest)).entries.map((entry) => entry.path).toSorted();

test("names are found in any case, below the directory and nowhere else", async () => {
  expect(await search("/", "invoice")).toEqual([
    "/Invoice-1.pdf",
    "/a/b/INVOICES",
    "/a/invoice-2.pdf",
    "/ab/invoice-3.pdf",
  ]);
  expect(await search("/a", "invoice")).toEqual(["/a/b/INVOICES", "/a/invoice-2.pdf"]);
  expect(await search("/a/b", "INVOICE")).toEqual(["/a/b/INVOICES"]);
  expect(await search("/", "invoice", "")).toEqual(["/Invoice-1.pdf"]);
  expect(await search("/", "übers")).toEqual(["/ab/Übersicht.txt"]);
  expect(await search("/", "nothing")).toEqual([]);
});

test("no character of the text has a meaning of its own", async () => {
  expect(await search("/", "%_")).toEqual(["/a/b/100%_done.txt"]);
  expect(await search("/", "0_d")).toEqual([]);
  expect(await search("/", "1")).toEqual([
    "/Invoice-1.pdf",
    "/a/b/100 done.txt",
    "/a/b/100%_done.txt",
  ]);
});

test("pages together have every hit once, and a token belongs to its search", async () => {
  const paths: string[] = [];
  let token: string | null = null;
  do {
    const rest = token === null ? "" : `&page_token=${token}`;
    const got = await page("/", "i", `${below}&limit=1${rest}`);
    expect(got.entries.length).toBeLessThan(2);
    paths.push(...got.entries.map((entry) => entry.path));
    token = got.next_page_token;
    if (token === null) continue;
    const other = await send("GET", `/search?path=/a&query=i&recursive=true&page_token=${token}`);
    expect(other.body.detail[0]).toMatchObject({ type: "page_token" });
  } while (token !== null);
  expect(paths.toSorted()).toEqual(await search("/", "i"));
  expect(paths.length).toBe(5);
});

test("a page ends after so many names, and the next one goes on there", async () => {
  const paths: string[] = [];
  type Row = { entries: string; next_id: string | null; next_name: string | null };
  let row: Row | undefined = { entries: "[]", next_id: null, next_name: null };
  let pages = 0;
  do {
    const { rows }: { rows: Row[] } = await service.services.pool.query(
      "SELECT * FROM entries_search($1, '/a', 'inv', true, $2, $3, 100, 3)",
      [fs.id, row.next_id, row.next_name],
    );
    [row] = rows;
    for (const entry of JSON.parse(row?.entries ?? "")) paths.push(entry.path);
    pages++;
  } while (row && row.next_id !== null);
  expect(pages).toBeGreaterThan(3);
  expect(paths.toSorted()).toEqual(["/a/b/INVOICES", "/a/invoice-2.pdf"]);
});

test("a page ends after so many directories above its hits, whether they are below the path or not", async () => {
  const deep = await createFilesystem(service, tenant);
  const ask = (method: string, route: string, body?: object) =>
    call(service, tenant.key, method, deep.base + route, body);
  const top = "/d".repeat(2_000);
  const changes = Array.from({ length: 25 }, (_, n) => ({
    op: "mkdir",
    path: `${top}/${n}/hit`,
    parents: true,
  }));
  await ask("POST", "/files:batch", { changes });
  await ask("POST", "/directories", { path: "/empty" });
  const pagesOf = async (path: string) => {
    const sizes: number[] = [];
    let token: string | null = "";
    while (token !== null) {
      const at: string = token === "" ? "" : `&page_token=${token}`;
      const { body } = await ask("GET", `/search?path=${path}&query=hit&recursive=true${at}`);
      sizes.push(body.entries.length);
      token = body.next_page_token;
    }
    return sizes;
  };
  // Each hit has 2,001 directories above it.
  expect(await pagesOf("/")).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 1]);
  expect(await pagesOf("/empty")).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

async function refusal(rest: string) {
  const { status, body } = await send("GET", `/search?${rest}`);
  return [status, body.detail.code ?? body.detail[0].type];
}

test("refuses what cannot be searched, and other tenants", async () => {
  expect(await refusal("path=/none&query=a")).toEqual([404, "path_not_found"]);
  expect(await refusal("path=/Invoice-1.pdf&query=a")).toEqual([409, "not_a_directory"]);
  expect(await refusal("path=/&query=")).toEqual([422, "too_small"]);
  expect(await refusal("path=/&query=%00")).toEqual([422, "path_encoding"]);
  expect(await refusal(`path=/&query=${"a".repeat(256)}`)).toEqual([422, "name_too_long"]);
  const other = await createTenant(service);
  const { status } = await call(service, other.key, "GET", `${fs.base}/search?path=/&query=a`);
  expect(status).toBe(404);
});
