import { expect, test } from "vitest";

import { permissionsOf } from "./permissions";

test.each([
  ["0644", "rw-r--r--"],
  ["0755", "rwxr-xr-x"],
  ["0000", "---------"],
])("%s is %s", (mode, shown) => expect(permissionsOf(mode)).toBe(shown));
