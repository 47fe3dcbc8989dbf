import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { mountsApi } from "@/lib/api-client/calls/mounts";
import { readAll } from "@/lib/api-client/read-all";
import { request } from "@/lib/api-client/request";
import type { mounts } from "@/lib/contract/mounts";

export type SftpEndpoint = NonNullable<z.infer<typeof mounts.endpoints.result>["sftp"]>;
export type MountSession = z.infer<typeof mounts.list.result>[number];

// Machines start and end sessions by themselves.
const REFRESH_MS = 5_000;

/** Where the mount sessions of a filesystem lie in the cache. */
export const mountsKey = (orgId: string, fsId: string) =>
  ["orgs", orgId, "filesystems", fsId, "mounts"] as const;

/** The mount sessions of a filesystem, oldest first; `ended`: also those that are over. */
export const mountsQuery = (orgId: string, fsId: string, ended: boolean) =>
  queryOptions({
    queryKey: [...mountsKey(orgId, fsId), ended],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) =>
      readAll(
        (page) =>
          request(mountsApi.list, {
            params: { org_id: orgId, fs_id: fsId },
            query: { ...page, ended: ended ? "true" : "false" },
            signal,
          }),
        ({ id }) => id,
      ),
  });

/** Mount sessions of a filesystem: from one of them on, to one that has to be among them. */
export type MountSpan = { fsId: string; oldest: string; newest: string };

/** The mount sessions of spans, also those that are over: what the author of a change is named by. */
export const mountsOfQuery = (orgId: string, spans: readonly MountSpan[]) =>
  queryOptions({
    queryKey: ["orgs", orgId, "mounts-of", spans],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(spans.map((span) => readMountsFrom(orgId, span, signal)));
      return lists.flat();
    },
  });

const readMountsFrom = (orgId: string, { fsId, oldest }: MountSpan, signal: AbortSignal) =>
  readAll(
    (page) =>
      request(mountsApi.list, {
        params: { org_id: orgId, fs_id: fsId },
        query: { after: beginningOf(oldest), ...page, ended: "true" },
        signal,
      }),
    ({ id }) => id,
  );

// IDs begin with their time, of 10 characters after the prefix: what was made before it is not asked for.
const beginningOf = (id: string) => id.slice(0, "ms_".length + 10).padEnd(id.length, "0");

/** Where SFTP clients connect; settings of the service, which change with a restart only. */
export const mountEndpointsQuery = queryOptions({
  queryKey: ["mount-endpoints"],
  staleTime: Infinity,
  queryFn: ({ signal }) => request(mountsApi.endpoints, { signal }),
});

/** Makes a mount session; only this response has its ticket. */
export const createMountSession = (fsId: string, mode: "ro" | "rw") =>
  request(mountsApi.create, { body: { filesystem_id: fsId, mode } });

/** Ends a mount session. */
export const revokeMountSession = (id: string) =>
  request(mountsApi.revoke, { params: { session_id: id } });
