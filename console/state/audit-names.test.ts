import { expect, test } from "vitest";

import type { AuditEntry } from "@/console/queries/audit";

import { endedBy, nameInEvents } from "./audit-names";

const event = (
  action: string,
  actor: AuditEntry["actor"],
  target: AuditEntry["target"],
): AuditEntry => ({
  id: "aud_1",
  at: "2026-01-01T00:00:00.000Z",
  actor,
  action,
  target,
  filesystem_name: null,
  details: {},
  credential: null,
  address: null,
  request_id: null,
});
const ada = { type: "user" as const, id: "user_1", name: "Ada" };
const nora = { type: "user" as const, id: "user_2", name: "Nora" };
const mount = { type: "mount" as const, id: "ms_1", name: "ms_1" };
const hook = { type: "webhook", id: "wh_1", name: "a.example", present_name: "b.example" };
const gone = { type: "filesystem", id: "fs_1", name: "media", present_name: null };
const passkey = { type: "passkey", id: "pk_1", name: "Laptop", present_name: null };

const events = [
  event("support.webhook_viewed", nora, hook),
  event("filesystem.deleted", ada, gone),
  event("passkey.added", mount, passkey),
];

test("what no list has is called what the events call it, and marked if it is gone", () => {
  expect(nameInEvents(events, "actor", "user_1")).toBe("Ada (removed)");
  expect(nameInEvents(events, "actor", "user_2")).toBe("Nora (Tidemark support)");
  expect(nameInEvents(events, "actor", "ms_1")).toBe("ms_1");
  expect(nameInEvents(events, "target", "fs_1")).toBe("media (removed)");
  expect(nameInEvents(events, "target", "wh_1")).toBe("b.example");
  expect(nameInEvents(events, "target", "pk_1")).toBe("Laptop");
  expect(nameInEvents(events, "actor", "user_3")).toBeUndefined();
});

const left = (id: string, name: string) =>
  event("member.left", ada, { type: "user", id, name, present_name: null });

test("what was ended can be chosen by the name it had last, unless it is there again", () => {
  const endings = [left("user_3", "Ivo B."), left("user_3", "Ivo"), left("user_4", "Mia")];
  expect(endedBy(endings, [{ id: "user_4" }])).toEqual([
    { id: "user_3", name: "Ivo B. (removed)" },
  ]);
});
