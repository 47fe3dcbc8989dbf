import { z } from "zod";

import { FilesystemParams, noResult, none } from "./common";
import { operation } from "./operation";

const ContentParams = FilesystemParams.extend({
  etag: z
    .string()
    .regex(/^[0-9a-f]{32}$/, { message: "must be an entity tag of a file, without the quotes" })
    .meta({ example: "9f86d081884c7d659a2feaa0c55ad015" }),
});

export const readContent = operation({
  access: { scope: "filesystem", mode: "ro", needs: "files:read", mounts: true },
  rate: "files",
  params: ContentParams,
  status: 200,
  id: "readContent",
  method: "GET",
  path: "/api/v1/orgs/{org_id}/filesystems/{fs_id}/contents/{etag}",
  summary: "Read a content that files of the filesystem have, or had within the last hour",
  query: none,
  bytes: "response",
  holds: "download",
  headers: {
    "If-None-Match": "An entity tag you already have; the response is 304 if it is this one.",
    Range: "One byte range, as in `bytes=0-1023`; anything else returns the whole content.",
  },
  result: noResult,
  also: { 206: "The requested byte range.", 304: "The content matches If-None-Match." },
  errors: ["content_not_found", "range_not_satisfiable"],
});
