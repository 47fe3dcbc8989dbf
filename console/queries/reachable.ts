import { serviceApi } from "@/lib/api-client/calls/service";
import { request } from "@/lib/api-client/request";

/** Whether the service responds and has its database: without the queue or the blob store there still are pages. */
export const isReachable = (signal: AbortSignal): Promise<boolean> =>
  request(serviceApi.ready, { accept: [200, 503], signal }).then(
    ({ database }) => database === "ok",
    () => false,
  );
