import { serviceApi } from "@/lib/api-client/calls/service";
import { request } from "@/lib/api-client/request";

/** Whether the service responds. */
export const isReachable = (signal: AbortSignal): Promise<boolean> =>
  request(serviceApi.health, { signal }).then(
    () => true,
    () => false,
  );
