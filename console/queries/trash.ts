import { trashApi } from "@/lib/api-client/calls/trash";
import { request } from "@/lib/api-client/request";

import type { FilesystemIds } from "./webhooks";

/** Restores an item to where it was. @throws RequestError */
export const restoreItem = (params: FilesystemIds, id: string) =>
  request(trashApi.restore, { params: { ...params, trash_id: id }, body: {} });
