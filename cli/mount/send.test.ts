import { expect, test } from "vitest";

import { RequestError } from "@/lib/api-client/request";

import type { Change } from "./remote";
import { sendBatch } from "./send";

const tooLarge = new RequestError({ status: 413, code: "unknown" });
const mkdir = (n: number): Change => ({ op: "mkdir", path: `/${n}` });

/** A service behind a proxy that takes bodies of at most `most` changes; it refuses `/7`. */
function serviceBehind(most: number) {
  const made: string[] = [];
  const remote = {
    stat: () => Promise.resolve(null),
    change(changes: Change[]) {
      if (changes.length > most) return Promise.reject(tooLarge);
      return Promise.resolve(
        changes.map(({ path }) => {
          made.push(path);
          const error = path === "/7" ? { code: "already_exists" } : null;
          return { error, stat: null, cursor: path };
        }),
      );
    },
  };
  return { made, remote };
}

test("a batch that is too large is made in parts, in order, each change with its own outcome", async () => {
  const { made, remote } = serviceBehind(3);
  const numbers = Array.from({ length: 11 }, (_, n) => n);
  const sent = await sendBatch(remote, numbers.map(mkdir), 0);
  expect(made).toEqual(numbers.map((n) => `/${n}`));
  expect(sent).toEqual(
    numbers.map((n) =>
      n === 7
        ? { error: expect.objectContaining({ code: "EEXIST" }) }
        : { stat: null, cursor: `/${n}` },
    ),
  );
});

test("one change that is too large by itself fails, and the others are made", async () => {
  const { made, remote } = serviceBehind(4);
  const change = (changes: Change[]) =>
    changes.some(({ path }) => path === "/1") ? Promise.reject(tooLarge) : remote.change(changes);
  const sent = await sendBatch({ ...remote, change }, [0, 1, 2].map(mkdir), 0);
  expect(sent.map((one) => "error" in one && one.error)).toEqual([false, tooLarge, false]);
  expect(made).toEqual(["/0", "/2"]);
});
