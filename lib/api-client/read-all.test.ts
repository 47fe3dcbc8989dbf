import { expect, test } from "vitest";

import { readAll } from "./read-all";

test("a list longer than a page is read to its end, each page after the one before", async () => {
  const all = Array.from({ length: 2_500 }, (_, i) => ({ id: String(i).padStart(4, "0") }));
  const asked: (string | undefined)[] = [];
  const list = await readAll(
    ({ limit, after }) => {
      asked.push(after);
      const rest = all.filter(({ id }) => after === undefined || id > after);
      return Promise.resolve(rest.slice(0, Number(limit)));
    },
    ({ id }) => id,
  );
  expect(list).toEqual(all);
  expect(asked).toEqual([undefined, "0999", "1999"]);
});
