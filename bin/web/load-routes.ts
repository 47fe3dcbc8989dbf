import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

import type { RouteHandler } from "@/lib/http/handle";

/** Every route handler below `app/api/v1`; each says itself, by its operation, what URL it answers. */
export async function loadRoutes(): Promise<RouteHandler[]> {
  const root = path.join(import.meta.dirname, "..", "..", "app", "api", "v1");
  const files = await readdir(root, { recursive: true });
  const modules = await Promise.all(
    files
      .filter((file) => path.basename(file) === "route.ts")
      .map((file) => import(pathToFileURL(path.join(root, file)).href) as Promise<object>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isHandler));
}

function isHandler(value: unknown): value is RouteHandler {
  return typeof value === "function" && "operation" in value;
}
