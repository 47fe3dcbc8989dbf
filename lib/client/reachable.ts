import { api } from "./api";
import { request } from "./request";

/** Whether anything answers at all. */
export const isReachable = (signal: AbortSignal): Promise<boolean> =>
  request(api.service.health, { signal }).then(
    () => true,
    () => false,
  );
