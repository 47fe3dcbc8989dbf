import { readdir } from "node:fs/promises";
import path from "node:path";

import type { RouteHandler } from "@/lib/http/handle";

// `app/api` also contains routes of the engine and next-auth, which are not operations.
const ROOTS = ["api/v1", "oauth", ".well-known"];

/** Loads all route handlers, in the checkout's root; the operation of each declares its URL. */
export async function loadRoutes(): Promise<RouteHandler[]> {
  const found = await Promise.all(ROOTS.map(findRoutes));
  // The bundle contains what matches this pattern.
  const modules = await Promise.all(
    found
      .flat()
      .map(
        (route) => import(/* @vite-ignore */ `../../../app/${route}/route.ts`) as Promise<object>,
      ),
  );
  return modules.flatMap((module) => Object.values(module).filter(isHandler));
}

async function findRoutes(folder: string): Promise<string[]> {
  const files = await readdir(path.join("app", folder), { recursive: true });
  return files
    .filter((file) => path.basename(file) === "route.ts")
    .map((file) => path.posix.join(folder, ...path.dirname(file).split(path.sep)));
}

function isHandler(value: unknown): value is RouteHandler {
  return typeof value === "function" && "operation" in value;
}
