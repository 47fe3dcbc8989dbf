// Serves one mount, as a child of `tidemark mount`.
import { fileURLToPath } from "node:url";

import { register } from "tsx/esm/api";

register({ tsconfig: fileURLToPath(new URL("../tsconfig.json", import.meta.url)) });
await import("@/cli/mount/worker.ts");
