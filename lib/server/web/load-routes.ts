import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

import type { RouteHandler } from "@/lib/http/handle";

const APP = path.resolve(import.meta.dirname, "../../../app");
// `app/api` also contains routes of the engine and next-auth, which are not operations.
const ROOTS = ["api/v1", "oauth", ".well-known"];

/** Loads all route handlers; the operation of each declares its URL. */
export async function loadRoutes(): Promise<RouteHandler[]> {
  const found = await Promise.all(ROOTS.map((root) => findRoutes(path.join(APP, root))));
  const modules = await Promise.all(
    found.flat().map((file) => import(pathToFileURL(file).href) as Promise<object>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isHandler));
}

async function findRoutes(root: string): Promise<string[]> {
  const files = await readdir(root, { recursive: true });
  return files
    .filter((file) => path.basename(file) === "route.ts")
    .map((file) => path.join(root, file));
}

function isHandler(value: unknown): value is RouteHandler {
  return typeof value === "function" && "operation" in value;
}
