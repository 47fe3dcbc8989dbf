import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { causeOf } from "./failure-causes";
import { remedyOf } from "./failure-remedies";

const GUIDE = "docs/receivers.md";

const CODE = /^(timeout|connect_failed|tls_failed|blocked_address|redirect|ours|http_\d+)$/;

const rows = [
  ...readFileSync(GUIDE, "utf8").matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|$/gm),
].map(([, code = "", cause, remedy]) => ({ code, cause, remedy }));

test("the guide names the codes as the console does", () => {
  expect(rows.length).toBeGreaterThan(30);
  expect(rows).toEqual(
    rows.map(({ code }) => {
      // A detail without a remedy of its own has that of its code.
      const failure = { code: CODE.test(code) ? code : "connect_failed", detail: code };
      const remedy = remedyOf({ ...failure, time: "" }, "writer");
      return { code, cause: causeOf(failure.code, failure.detail), remedy };
    }),
  );
});
