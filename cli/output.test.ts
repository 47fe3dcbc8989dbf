import { expect, test } from "vitest";

import { fields, printable } from "./output";

test("a name from elsewhere can neither steer a terminal nor turn a line around", () => {
  expect(printable("\u{1B}]0;title\u{7}a\nb")).toBe("\u{FFFD}]0;title\u{FFFD}a\u{FFFD}b");
  expect(fields({ name: "gro\u{202E}.elpmaxe\u{2066}" })).toBe("name  gro\u{FFFD}.elpmaxe\u{FFFD}");
  expect(printable("Zoë 🧑‍💻 שלום")).toBe("Zoë 🧑‍💻 שלום");
});
