#!/usr/bin/env node
// The command-line client; works from any directory.
import { fileURLToPath } from "node:url";

import { register } from "tsx/esm/api";

register({ tsconfig: fileURLToPath(new URL("../tsconfig.json", import.meta.url)) });
await import("@/cli/main.ts");
