import { expect, test } from "vitest";

import { webhookChoices } from "./webhook-choices";

const webhook = (id: string, filesystem_id: string, path_prefix: string, url: string) => ({
  id,
  filesystem_id,
  path_prefix,
  url,
  description: "",
});

test("webhooks that are named alike also say where they are", () => {
  const inbox = "https://inbox.tidemark.invalid/";
  const choices = webhookChoices(
    [
      webhook("wh_1", "fs_1", "/", inbox),
      webhook("wh_2", "fs_1", "/in", inbox),
      webhook("wh_3", "fs_2", "/", "https://hooks.example.com/in"),
    ],
    [{ id: "fs_1", name: "tickets" }],
  );
  expect(choices).toEqual([
    ["wh_1", expect.stringMatching(/ · tickets · \/$/)],
    ["wh_2", expect.stringMatching(/ · tickets · \/in$/)],
    ["wh_3", "hooks.example.com/in"],
  ]);
});
