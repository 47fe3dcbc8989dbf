import { z } from "zod";

import { FilesystemParams, Id, Name, none, noResult, OrgParams, pageOf, Timestamp } from "./common";
import { operation } from "./operation";

const Filesystem = z.object({
  id: Id("fs"),
  name: z.string(),
  byte_quota: z.int().nullable(),
  entry_quota: z.int().nullable(),
  created_at: Timestamp,
});

const Grant = z.object({
  api_key_id: Id("key"),
  mode: z.enum(["ro", "rw"]),
  created_by: z.string(),
  created_at: Timestamp,
});

const ORG = "/api/v1/orgs/{org_id}/filesystems";
const FS = `${ORG}/{fs_id}` as const;
const grants = {
  scope: "filesystem",
  mode: "rw",
  role: "admin",
  permission: "grants:write",
} as const;

export const filesystems = {
  list: operation({
    id: "listFilesystems",
    method: "GET",
    path: ORG,
    summary: "List filesystems; a key sees those it has a grant on",
    access: { scope: "organisation" },
    rate: "management",
    params: OrgParams,
    query: pageOf("fs"),
    result: z.array(Filesystem),
    status: 200,
    errors: [],
  }),
  create: operation({
    id: "createFilesystem",
    method: "POST",
    path: ORG,
    summary: "Create a filesystem; the key that creates it may read and write it",
    access: { scope: "organisation", permission: "filesystems:create" },
    rate: "management",
    params: OrgParams,
    query: none,
    body: z.strictObject({ name: Name }),
    result: Filesystem,
    status: 201,
    errors: [],
  }),
  get: operation({
    id: "getFilesystem",
    method: "GET",
    path: FS,
    summary: "Get one filesystem",
    access: { scope: "filesystem", mode: "ro" },
    rate: "management",
    params: FilesystemParams,
    query: none,
    result: Filesystem,
    status: 200,
    errors: [],
  }),
  listGrants: operation({
    id: "listGrants",
    method: "GET",
    path: `${FS}/grants`,
    summary: "List the API keys that reach a filesystem",
    access: { ...grants, mode: "ro" },
    rate: "management",
    params: FilesystemParams,
    query: pageOf("key"),
    result: z.array(Grant),
    status: 200,
    errors: [],
  }),
  setGrant: operation({
    id: "setGrant",
    method: "PUT",
    path: `${FS}/grants`,
    summary: "Let an API key read, or read and write, a filesystem",
    access: grants,
    rate: "management",
    params: FilesystemParams,
    query: none,
    body: z.strictObject({ api_key_id: Id("key"), mode: z.enum(["ro", "rw"]) }),
    result: Grant,
    status: 200,
    errors: [],
  }),
  removeGrant: operation({
    id: "removeGrant",
    method: "DELETE",
    path: `${FS}/grants/{key_id}`,
    summary: "Take a filesystem away from an API key; its webhooks there end at once",
    access: grants,
    rate: "management",
    params: FilesystemParams.extend({ key_id: z.string() }),
    query: none,
    result: noResult,
    status: 204,
    errors: [],
  }),
};
