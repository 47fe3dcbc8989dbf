import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

/** Whether the service responds. */
export const isReachable = (signal: AbortSignal): Promise<boolean> =>
  request(api.service.health, { signal }).then(
    () => true,
    () => false,
  );
