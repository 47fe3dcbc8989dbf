import { setImmediate } from "node:timers/promises";

import type { FuseHandlers } from "@/cli/mount/fuse/handlers";
import { loadLibc } from "@/cli/mount/fuse/libc";
import { mountFuse, unmountFuse } from "@/cli/mount/fuse/mount-point";
import { startSession } from "@/cli/mount/fuse/session";

import type { Command } from "./command";
import { createMemoryFilesystem } from "./memory-filesystem";

// Mounts a filesystem in memory in its own process, for tests that use it through the kernel: `mountMemory` runs it.
const ROOT = 1;
const [directory = "", kind = ""] = process.argv.slice(2);
const filesystem = createMemoryFilesystem();
const { handlers, nodes, contents } = filesystem;

/** Lets every handler return a promise, so that requests overlap. */
function createDelayed(): FuseHandlers {
  const immediate = new Set<PropertyKey>(["peek", "forget"]);
  return new Proxy(handlers, {
    get(target, name) {
      const handler: (...args: unknown[]) => unknown = Reflect.get(target, name);
      if (immediate.has(name)) return handler;
      return async (...args: unknown[]) => {
        await setImmediate();
        return handler(...args);
      };
    },
  });
}

const used = kind === "promises" ? createDelayed() : handlers;
const fd = await mountFuse(directory, {
  fsname: "tidemark, testing",
  readOnly: kind === "read-only",
  allowOther: false,
  mayHide: false,
});
const session = startSession(
  fd,
  {
    ...used,
    // While the kernel locks the directory, as the feed of changes does.
    mkdir(parent, ...args) {
      session.notifier.invalidateEntry(parent, "sibling");
      return used.mkdir(parent, ...args);
    },
  },
  (error) => error,
  (error) => console.error(error),
);

async function run(command: Command): Promise<unknown> {
  const { notifier } = session;
  switch (command.op) {
    case "write": {
      const node = nodes.child(ROOT, command.name);
      contents.resize(node, 0);
      contents.write(node, 0, Buffer.from(command.text));
      if (command.notify) notifier.invalidateNode(node.attributes.node);
      break;
    }
    case "add":
      nodes.add(ROOT, command.name, 0o100644, { uid: 0, gid: 0, pid: 0 });
      if (command.notify) notifier.invalidateEntry(ROOT, command.name);
      break;
    case "invalidateAll":
      return notifier.invalidateAllEntries();
    case "invalidateUnknown":
      notifier.invalidateEntry(ROOT, "never heard of");
      notifier.invalidateNode(123_456);
      break;
    case "count":
      return { nodes: nodes.count(), interrupted: session.interruptedReplies() };
    case "unmountAndExit":
      await unmountFuse(directory);
      (await loadLibc()).exit(7);
  }
  await notifier.drained();
  return "done";
}

process.on("message", (command: Command) => {
  void run(command).then((result) => process.send?.(result));
});
process.send?.("mounted");
await session.ended;
process.exit(0);
