import { expect, test } from "vitest";

import type { DirectoryEntry, Entry } from "@/cli/mount/fuse/handlers";

import { encodePage, encodePlusPage } from "./page";

const TIME = { seconds: 0, nanoseconds: 0 };
const entries: DirectoryEntry[] = Array.from({ length: 300 }, (_, index) => ({
  name: "é".repeat(1 + (index % 100)) + index,
  node: 1_000 + index,
  mode: index % 2 === 0 ? 0o040755 : 0o100644,
}));

/** The names of a page, with what follows them: `next` is the offset to continue at. */
function read(page: Buffer, prefix: number) {
  const found: { node: number; name: string; type: number; next: number }[] = [];
  for (let at = 0; at < page.length;) {
    const head = at + prefix;
    const bytes = page.readUInt32LE(head + 16);
    found.push({
      node: Number(page.readBigUInt64LE(head)),
      next: Number(page.readBigUInt64LE(head + 8)),
      type: page.readUInt32LE(head + 20),
      name: page.toString("utf8", head + 24, head + 24 + bytes),
    });
    at = head + Math.ceil((24 + bytes) / 8) * 8;
    expect(at % 8).toBe(0);
  }
  return found;
}

const isKnown = (name: string) => Number(/\d+$/.exec(name)?.[0]) % 3 === 0;

const entryFor = (name: string): Entry => ({
  node: Number(/\d+$/.exec(name)?.[0]) + 1_000,
  entrySeconds: 1,
  attributeSeconds: 1,
  attributes: {
    node: 5,
    size: 0,
    mode: 0,
    links: 1,
    uid: 0,
    gid: 0,
    device: 0,
    modified: TIME,
    changed: TIME,
    accessed: TIME,
  },
});

const peek = (name: string) => (isKnown(name) ? entryFor(name) : null);

test.each([300, 512, 4_096, 1 << 20])("pages of %d bytes contain every name once", (size) => {
  const listed: ReturnType<typeof read> = [];
  for (let offset = 0; ;) {
    const page = encodePage({ entries, offset, size });
    expect(page.length).toBeLessThanOrEqual(size);
    if (page.length === 0) break;
    listed.push(...read(page, 0));
    offset = listed.at(-1)!.next;
  }
  expect(listed.map(({ name, node }) => ({ name, node }))).toEqual(
    entries.map(({ name, node }) => ({ name, node })),
  );
  expect(listed.slice(0, 2).map(({ type }) => type)).toEqual([4, 8]);
});

test("a page with attributes gives the kernel the entries that are known, and no others", () => {
  const { page, nodes } = encodePlusPage({ entries, offset: 10, size: 4_096 }, peek);
  const listed = read(page, 128);
  expect(listed[0]?.name).toBe(entries[10]?.name);
  expect(nodes).toEqual(listed.filter(({ name }) => isKnown(name)).map(({ node }) => node));
  expect(page.readUInt32LE(0)).toBe(0);
});
