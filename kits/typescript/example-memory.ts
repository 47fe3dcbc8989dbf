// Mirrors a filesystem in memory, behind a web-standard `Request`. It lists again at every start.
import { serve } from "@hono/node-server";

import { createReceiver, handleRequest, memoryStore } from "./index.ts";

const setting = (name: string) => process.env[name] ?? "";

const store = memoryStore();
const receiver = createReceiver({
  secrets: setting("TIDEMARK_SECRETS").split(" "),
  source: {
    api: setting("TIDEMARK_API"),
    key: setting("TIDEMARK_KEY"),
    org: setting("TIDEMARK_ORG"),
    filesystem: setting("TIDEMARK_FILESYSTEM"),
    prefix: setting("TIDEMARK_PREFIX") || "/",
  },
  store,
});

serve({
  hostname: "127.0.0.1",
  port: Number(setting("PORT") || 3000),
  fetch: (request) =>
    new URL(request.url).pathname === "/state"
      ? Response.json({ files: [...store.files.values()] })
      : handleRequest(receiver, request),
});
receiver.start();
