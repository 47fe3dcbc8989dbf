import { expect, test } from "vitest";

import { readScope } from "./organisation-webhooks";

const FS = "fs_01kb3x6v7cf2dsk8xkqz4n5w9a";
const WEBHOOK = "wh_01kb3x6v7cf2dsk8xkqz4n5w9a";
const read = (text: string) => readScope(new URLSearchParams(text));

test("the filesystem and the webhook of a page's URL are read, and what are no such ids ignored", () => {
  expect(read(`filesystem=${FS}&webhook=${WEBHOOK}`)).toEqual({
    filesystem_id: FS,
    webhook_id: WEBHOOK,
  });
  expect(read(`filesystem=${WEBHOOK}&webhook=x`)).toEqual({});
  expect(read("")).toEqual({});
});
