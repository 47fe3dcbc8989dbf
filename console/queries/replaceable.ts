import { queryOptions } from "@tanstack/react-query";

import { entriesApi } from "@/lib/api-client/calls/entries";
import { request } from "@/lib/api-client/request";

import { trashKey, type TrashItem } from "./trash";
import type { FilesystemIds } from "./webhooks";

/** What an item of the trash can replace at the path where it was: a file, an empty folder, or nothing (spec 5.35). */
export const replaceableQuery = (params: FilesystemIds, { id, path, type }: TrashItem) =>
  queryOptions({
    queryKey: [...trashKey(params), "replaceable", id],
    async queryFn({ signal }) {
      const there = await request(entriesApi.stat, { params, query: { path }, signal });
      if (there.type !== "directory") return type === "directory" ? null : "file";
      if (type !== "directory") return null;
      const query = { path, limit: "1" };
      const { entries } = await request(entriesApi.list, { params, query, signal });
      return entries.length === 0 ? "folder" : null;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
