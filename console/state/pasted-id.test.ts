import { expect, test } from "vitest";

import { pastedId } from "./pasted-id";

const MESSAGE = "msg_01kb3x6v7cf2dsk8xkqz4n5w9a";
const WEBHOOK = "wh_01kb3x6v7cf2dsk8xkqz4n5w9b";

test.each([
  MESSAGE,
  ` ${MESSAGE} `,
  `webhook-id: ${MESSAGE}`,
  `{"id":"${MESSAGE}"}`,
  `webhook_id=wh_x ${MESSAGE}.`,
])("%s: the message", (text) => expect(pastedId(text, ["msg"])).toEqual({ id: MESSAGE }));

test("the first of the kinds that are asked for", () => {
  expect(pastedId(`${MESSAGE} to ${WEBHOOK}`, ["wh", "msg"])).toEqual({ id: MESSAGE });
  expect(pastedId(`${MESSAGE} to ${WEBHOOK}`, ["wh"])).toEqual({ id: WEBHOOK });
  expect(pastedId(WEBHOOK, ["msg"])).toBe("none");
});

test.each(["", " ", "m", "ms", "msg_", "msg_01kb3x", "webhook-id: msg", "w", "wh_01"])(
  "“%s” can become one",
  (text) => expect(pastedId(text, ["wh", "msg"])).toBe("begun"),
);

test.each(["hello", "msg-01", "org_01kb3x6v7cf2dsk8xkqz4n5w9a", `${MESSAGE}0`])(
  "“%s” can't",
  (text) => expect(pastedId(text, ["wh", "msg"])).toBe("none"),
);
