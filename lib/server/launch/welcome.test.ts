import { expect, test } from "vitest";

import { readSettings } from "@/lib/settings";

import { adminOf, describeService } from "./welcome";

/** What is printed at a start with these variables. */
function welcome(given: Record<string, string>, link: string | null, mode = "production") {
  const env = { ...given, NODE_ENV: "test" } as const;
  return describeService(readSettings(env), link, adminOf(mode, env));
}
const LINK = "http://localhost:4000/setup#x";

test("commands for another terminal name the variables without which they reach another database", () => {
  const given = { PORT: "4000", TIDEMARK_DATA_DIR: "/srv/data", SFTP_PORT: "0", APP_URL: "" };
  const named = "in another terminal with the same TIDEMARK_DATA_DIR and PORT:\n";
  expect(welcome(given, LINK)).toContain(`Or ${named}  npm run -s admin -- create-user`);
  expect(welcome(given, null)).toContain(`or create an API key ${named}`);
  const secret = { DATABASE_URL: "postgresql://a:secret@db/tidemark" };
  expect(welcome(secret, LINK)).toContain("with the same DATABASE_URL");
  expect(welcome(secret, LINK)).not.toContain("secret");
});

test("nothing is named that a file or the container has", () => {
  expect(welcome({}, LINK)).toContain("Or in another terminal:\n  npm run -s admin -- create-user");
  expect(welcome({ PORT: "4000" }, null, "built")).toContain(
    "in another terminal:\n  node .next/programs/admin.mjs create-api-key",
  );
});
