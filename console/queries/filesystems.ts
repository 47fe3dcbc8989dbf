import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { api } from "@/lib/api-client/api";
import { readAll } from "@/lib/api-client/read-all";
import { request } from "@/lib/api-client/request";
import type { filesystems } from "@/lib/contract/filesystems";

export type Filesystem = z.infer<typeof filesystems.get.result>;

/** Where everything about one filesystem lies in the cache. */
const keyOf = (orgId: string, fsId: string) => ["orgs", orgId, "filesystems", fsId] as const;

/** Where the list of filesystems, and everything about each of them, lies in the cache. */
export const filesystemsKey = (orgId: string) => ["orgs", orgId, "filesystems"] as const;

/** All filesystems of an organisation, oldest first. */
export const filesystemsQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...filesystemsKey(orgId), "list"],
    queryFn: ({ signal }) =>
      readAll(
        (page) => request(api.filesystems.list, { params: { org_id: orgId }, query: page, signal }),
        ({ id }) => id,
      ),
  });

/** One filesystem. */
export const filesystemQuery = (orgId: string, fsId: string) =>
  queryOptions({
    queryKey: [...keyOf(orgId, fsId), "self"],
    queryFn: ({ signal }) =>
      request(api.filesystems.get, { params: { org_id: orgId, fs_id: fsId }, signal }),
  });

/** What a filesystem holds and how its webhooks are, for a line in a list. */
export const glanceQuery = (orgId: string, fsId: string) =>
  queryOptions({
    queryKey: [...keyOf(orgId, fsId), "glance"],
    queryFn: async ({ signal }) => {
      const params = { org_id: orgId, fs_id: fsId };
      const [used, hooks] = await Promise.all([
        request(api.usage.get, { params, signal }),
        request(api.webhooks.list, { params, query: { limit: "1000" }, signal }),
      ]);
      return {
        usage: used,
        webhooks: hooks.length,
        failing: hooks.filter((hook) => hook.state === "active" && hook.failing_since !== null)
          .length,
        disabled: hooks.filter(({ state }) => state === "disabled").length,
        delivered: hooks.some((hook) => hook.last_success_at !== null),
      };
    },
    staleTime: 10_000,
  });

/** The API keys that reach a filesystem, and how. */
export const grantsQuery = (orgId: string, fsId: string) =>
  queryOptions({
    queryKey: [...keyOf(orgId, fsId), "grants"],
    queryFn: ({ signal }) =>
      readAll(
        (page) =>
          request(api.filesystems.listGrants, {
            params: { org_id: orgId, fs_id: fsId },
            query: page,
            signal,
          }),
        (grant) => grant.api_key_id,
      ),
  });

/** Makes a filesystem. */
export const createFilesystem = (orgId: string, name: string) =>
  request(api.filesystems.create, { params: { org_id: orgId }, body: { name } });

/** Gives a filesystem another name. */
export const renameFilesystem = (orgId: string, fsId: string, name: string) =>
  request(api.filesystems.rename, { params: { org_id: orgId, fs_id: fsId }, body: { name } });

/** Deletes a filesystem for good. */
export const deleteFilesystem = (orgId: string, fsId: string) =>
  request(api.filesystems.delete, { params: { org_id: orgId, fs_id: fsId } });

/** Lets an API key reach a filesystem. */
export const setGrant = (
  orgId: string,
  fsId: string,
  grant: { api_key_id: string; mode: "ro" | "rw" },
) => request(api.filesystems.setGrant, { params: { org_id: orgId, fs_id: fsId }, body: grant });

/** Takes a filesystem away from an API key. */
export const removeGrant = (orgId: string, fsId: string, keyId: string) =>
  request(api.filesystems.removeGrant, { params: { org_id: orgId, fs_id: fsId, key_id: keyId } });
