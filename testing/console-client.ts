import { sendWith } from "@/lib/api-client/request";

import type { TestService } from "./service";

/** Sends the console's own requests to a service with an API key; `sendWith(fetch)` ends that. */
export function sendAs(service: TestService, key: string): void {
  sendWith((url, init) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${key}`);
    return fetch(service.url + url, { ...init, headers });
  });
}
