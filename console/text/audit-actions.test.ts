import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { AUDIT_ACTIONS, sentenceOf } from "./audit-actions";

const NOUNS =
  "api_key|device_authorization|email|email_change|filesystem|grant|identity|invitation|login|member|mount_session|" +
  "organisation|passkey|password|password_reset|second_factor|session|trash|user|webhook|support";
// Views that concern no organisation are in the service's log alone.
const OF_THE_SERVICE = ["support.clusters_viewed", "support.engine_viewed"];

test("every action that the code records has a sentence, and every sentence an action", () => {
  const files = ["lib", "app/api"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /(?<!\.test)\.ts$/.test(file));
  const recorded = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(new RegExp(`"((?:${NOUNS})\\.[a-z_]+)"`, "g"))].map(
      ([, action]) => action,
    ),
  );
  // One name is put together there.
  recorded.push("device_authorization.approved", "device_authorization.denied");
  const listed = Object.values(AUDIT_ACTIONS).flatMap((actions) => Object.keys(actions));
  const expected = new Set(recorded.filter((action) => !OF_THE_SERVICE.includes(action ?? "")));
  expect(new Set(listed)).toEqual(expected);
});

const sentence = (action: string, isOwn: boolean, isPlaced: boolean, details = {}) =>
  sentenceOf({ action, details }, { isOwn, isPlaced });

test("the name of an action says by itself what it is about", () => {
  const names = Object.values(AUDIT_ACTIONS).flatMap((actions) =>
    Object.values(actions).map(({ name }) => name),
  );
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  expect(names).toContain("Filesystem created");
});

test("a sentence says where something was done, and does not name twice who did it to themselves", () => {
  expect(sentence("grant.set", false, true)).toBe("gave API key {target} access to {filesystem}");
  expect(sentence("webhook.created", false, true)).toBe("created webhook {target} on {filesystem}");
  expect(sentence("mount_session.connected", false, true)).toBe(
    "connected by SFTP to {filesystem}",
  );
  expect(sentence("mount_session.connected", false, false)).toBe("connected by SFTP");
  expect(sentence("user.deleted", false, false)).toBe("deleted the account of {target}");
  expect(sentence("user.deleted", true, false)).toBe("deleted their account");
});

test("what is turned on or off reads as that; an entry that does not say reads as a change", () => {
  const trash = (details: object) => sentence("filesystem.trash_set", false, false, details);
  expect(trash({ keep_mount_deletions: true })).toBe(
    "turned on the trash for deletions on mounts of {target}",
  );
  expect(trash({ keep_mount_deletions: false })).toBe(
    "turned off the trash for deletions on mounts of {target}",
  );
  expect(trash({})).toBe("changed whether files deleted on mounts of {target} go to the trash");
  const required = { required: false, before: { required: true } };
  expect(sentence("organisation.second_factor_changed", false, false, required)).toBe(
    "turned off the requirement of two-factor authentication",
  );
});

test("an action of a later release is its code in words", () => {
  expect(sentence("api_key.created", false, false)).toBe("created API key {target}");
  expect(sentence("api_key.was_lost", false, true)).toBe(
    "api key was lost {target} in {filesystem}",
  );
});
