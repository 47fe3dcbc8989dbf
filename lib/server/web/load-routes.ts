import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

import type { RouteHandler } from "@/lib/http/handle";

const APP = path.resolve(import.meta.dirname, "../../../app");
// Below `app/api` stand also the entries of the engine and of next-auth, which are no operations of ours.
const ROOTS = ["api/v1", "oauth", ".well-known"];

/** Every route handler of the contract; each says itself, by its operation, what URL it answers. */
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
