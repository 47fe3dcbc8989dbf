import { expect, test } from "vitest";

import { downloadCurl } from "./download-curl";

test("a name is no part of the command, whatever is in it", () => {
  expect(downloadCurl("https://x.test/files?path=%2Fa", "it's; rm -rf $HOME")).toBe(
    `curl --fail -o 'it'\\''s; rm -rf $HOME' -H "Authorization: Bearer $TIDEMARK_API_KEY" 'https://x.test/files?path=%2Fa'`,
  );
});
