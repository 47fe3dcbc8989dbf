import { z } from "zod";

import { FilesystemParams, noResult, Path } from "./common";
import { LIMITS } from "./limits";
import { operation } from "./operation";

/** One path, or several as the parameter is repeated. */
const Paths = z
  .preprocess(
    (given) => (typeof given === "string" ? [given] : given),
    z.array(Path).min(1).max(LIMITS.archivePaths),
  )
  .meta({ description: "Repeat it for more than one." });

export const archive = operation({
  access: { scope: "filesystem", mode: "ro", needs: "files:read", mounts: true },
  rate: "files",
  params: FilesystemParams,
  status: 200,
  id: "readArchive",
  method: "GET",
  path: "/api/v1/orgs/{org_id}/filesystems/{fs_id}/archive",
  summary: "Download files and directories as a zip archive",
  query: z.strictObject({ path: Paths }),
  example: { query: { path: "/tickets" } },
  lists: ["path"],
  bytes: "response",
  produces: "application/zip",
  holds: "archive",
  result: noResult,
  errors: ["path_not_found", "too_many_entries", "headers_too_large"],
});
