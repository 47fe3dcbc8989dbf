import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

test("a full disk behind the log ends nothing", () => {
  const program = `import { log } from "./lib/log.ts";
    for (let n = 0; n < 3; n++) log.warn("x");
    setTimeout(() => process.stdout.write("still there"), 50);`;
  const node = `'${process.execPath}' --import tsx --input-type=module -e '${program}'`;
  const said = execFileSync("sh", ["-c", `exec ${node} 2>/dev/full`], { encoding: "utf8" });
  expect(said).toBe("still there");
});
