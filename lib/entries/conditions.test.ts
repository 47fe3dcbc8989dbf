import { expect, test } from "vitest";

import { planRead } from "./conditions";

const file = { etag: '"abc"', size: 10 };
const whole = { status: 200 };
const part = (start: number, end: number) => ({ status: 206, start, end });

test.each([
  [{}, whole],
  [{ "if-match": '"abc"' }, whole],
  [{ "if-match": "*" }, whole],
  [{ "if-match": '"x", "abc"' }, whole],
  [{ "if-match": '"x"' }, { status: 412 }],
  [{ "if-match": 'W/"abc"' }, { status: 412 }],
  [{ "if-match": "abc" }, { status: 412 }],
  [{ "if-match": "" }, { status: 412 }],
  [{ "if-none-match": '"abc"' }, { status: 304 }],
  [{ "if-none-match": 'W/"abc"' }, { status: 304 }],
  [{ "if-none-match": '"x",, W/"abc" ' }, { status: 304 }],
  [{ "if-none-match": "*" }, { status: 304 }],
  [{ "if-none-match": '"x"' }, whole],
  [{ "if-none-match": "abc" }, whole],
  [{ "if-match": '"x"', "if-none-match": '"abc"' }, { status: 412 }],
  [{ "if-none-match": '"abc"', range: "bytes=0-1" }, { status: 304 }],
  [{ range: "bytes=0-0" }, part(0, 0)],
  [{ range: "bytes=2-5" }, part(2, 5)],
  [{ range: "BYTES=2-5" }, part(2, 5)],
  [{ range: "bytes=2-" }, part(2, 9)],
  [{ range: "bytes=2-99" }, part(2, 9)],
  [{ range: "bytes=9-9" }, part(9, 9)],
  [{ range: "bytes=-3" }, part(7, 9)],
  [{ range: "bytes=-99" }, part(0, 9)],
  [{ range: "bytes=-0" }, { status: 416 }],
  [{ range: "bytes=10-" }, { status: 416 }],
  [{ range: `bytes=${"9".repeat(400)}-` }, { status: 416 }],
  [{ range: "bytes=5-2" }, whole],
  [{ range: "bytes=-" }, whole],
  [{ range: "bytes=0-1,3-4" }, whole],
  [{ range: "lines=0-1" }, whole],
  [{ range: "bytes=a-b" }, whole],
  [{ range: "bytes=0-1", "if-range": '"abc"' }, part(0, 1)],
  [{ range: "bytes=0-1", "if-range": 'W/"abc"' }, whole],
  [{ range: "bytes=0-1", "if-range": '"x"' }, whole],
  [{ range: "bytes=0-1", "if-range": "Sat, 21 Nov 2026 08:00:00 GMT" }, whole],
  [{ range: "bytes=10-", "if-range": '"x"' }, whole],
])("%j", (headers, plan) => {
  expect(planRead("GET", new Headers(headers), file)).toEqual(plan);
});

test("HEAD has conditions but no ranges", () => {
  expect(planRead("HEAD", new Headers({ range: "bytes=0-1" }), file)).toEqual(whole);
  expect(planRead("HEAD", new Headers({ "if-none-match": '"abc"' }), file)).toEqual({
    status: 304,
  });
});

test("no byte of an empty file can be asked for", () => {
  const empty = { etag: '"e"', size: 0 };
  const plan = (range: string) => planRead("GET", new Headers({ range }), empty);
  expect(plan("bytes=0-")).toEqual({ status: 416 });
  expect(plan("bytes=-5")).toEqual(whole);
});
