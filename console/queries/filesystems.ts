import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { withMarks } from "@/console/state/namesakes";
import { filesystemsApi } from "@/lib/api-client/calls/filesystems";
import { readAll } from "@/lib/api-client/read-all";
import { request } from "@/lib/api-client/request";
import type { filesystems } from "@/lib/contract/filesystems";

export type Filesystem = z.infer<typeof filesystems.get.result>;

/** The cache key of everything about one filesystem. */
const keyOf = (orgId: string, fsId: string) => ["orgs", orgId, "filesystems", fsId] as const;

/** The cache key of the list of filesystems and everything about each of them. */
export const filesystemsKey = (orgId: string) => ["orgs", orgId, "filesystems"] as const;

/** All filesystems of an organisation, oldest first. */
export const filesystemsQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...filesystemsKey(orgId), "list"],
    queryFn: ({ signal }) =>
      readAll(
        (page) => request(filesystemsApi.list, { params: { org_id: orgId }, query: page, signal }),
        ({ id }) => id,
      ),
  });

/** The same for lists of names: each is the only one of its name. */
export const namedFilesystemsQuery = (orgId: string) =>
  queryOptions({ ...filesystemsQuery(orgId), select: withMarks<Filesystem> });

/** The filesystems that the overview shows; the complete list is a page of its own. */
export const newestOf = (all: readonly Filesystem[]) => all.toReversed().slice(0, 5);

/** One filesystem. */
export const filesystemQuery = (orgId: string, fsId: string) =>
  queryOptions({
    queryKey: [...keyOf(orgId, fsId), "self"],
    queryFn: ({ signal }) =>
      request(filesystemsApi.get, { params: { org_id: orgId, fs_id: fsId }, signal }),
  });
