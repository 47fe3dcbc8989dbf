import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { expect, test } from "vitest";

import { readEnvironment } from "./environment";

test("the process wins over .env, an empty variable does not", () => {
  const root = mkdtempSync(path.join(os.tmpdir(), "tidemark-env-"));
  writeFileSync(
    path.join(root, ".env"),
    "PORT=1\nAPP_URL=http://localhost:1\nSMTP_URL='smtp://x'\n",
  );
  const env = { PORT: "2", APP_URL: "", OTHER: "o" } as unknown as NodeJS.ProcessEnv;
  expect(readEnvironment(root, env)).toEqual({
    PORT: "2",
    APP_URL: "http://localhost:1",
    SMTP_URL: "smtp://x",
    OTHER: "o",
  });
  rmSync(root, { recursive: true });
});
