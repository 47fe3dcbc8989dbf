import type { z } from "zod";

import type { Delivery as DeliveryShape } from "@/lib/contract/deliveries";

import { type Window, WINDOWS } from "./webhooks";

type Delivery = z.infer<typeof DeliveryShape>;

/** How many deliveries a page of a log has. */
export const PAGE = 50;

export const STATUSES = [
  "waiting",
  "in_flight",
  "delivered",
  "dropped",
] as const satisfies readonly Delivery["status"][];
export const TYPES = [
  "files.changed",
  "files.resync",
] as const satisfies readonly Delivery["type"][];

/** The filters of a list of deliveries. */
export type DeliveryFilters = {
  status?: Delivery["status"] | undefined;
  type?: Delivery["type"] | undefined;
  code?: string | undefined;
  /** Created within this time. */
  within?: Window | undefined;
  /** With an attempt in this interval of ISO 8601: two times with a slash between them. */
  attempted?: string | undefined;
};

const INTERVAL = /^([0-9T:.-]+Z)\/([0-9T:.-]+Z)$/;
const timesOf = (interval: string): string[] => INTERVAL.exec(interval)?.slice(1) ?? [];

const WINDOW_MS: Record<Window, number> = {
  "1h": 3_600_000,
  "24h": 86_400_000,
  "7d": 7 * 86_400_000,
};

/** Reads filters from a page's URL and ignores invalid values. */
export function readFilters(search: URLSearchParams): DeliveryFilters {
  const value = (name: string) => search.get(name) ?? undefined;
  const code = value("code");
  const times = timesOf(value("attempted") ?? "");
  return {
    status: STATUSES.find((status) => status === value("status")),
    type: TYPES.find((type) => type === value("type")),
    within: WINDOWS.find((window) => window === value("within")),
    attempted:
      times.length === 2 && times.every((time) => !Number.isNaN(Date.parse(time)))
        ? times.join("/")
        : undefined,
    code: code !== undefined && /^[!-~]{1,40}$/.test(code) ? code : undefined,
  };
}

/** Whether a delivery matches the filters at `now`: the same rule as the service's. */
export function matches(delivery: Delivery, filters: DeliveryFilters, now: number): boolean {
  const { status, type, code, within, attempted = "" } = filters;
  const [from = "", to = "Z"] = timesOf(attempted);
  return (
    (within === undefined || Date.parse(delivery.created_at) >= now - WINDOW_MS[within]) &&
    (status === undefined || delivery.status === status) &&
    (type === undefined || delivery.type === type) &&
    ((code === undefined && attempted === "") ||
      delivery.attempts.some(
        ({ outcome, started_at: at }) =>
          (code === undefined || outcome === code) && at >= from && at < to,
      ))
  );
}

/** The filters of a page after a delivery, as the API takes them. */
export function deliveryQueryOf(
  { within, attempted = "", ...others }: DeliveryFilters,
  after: string | undefined,
) {
  const since = within && new Date(Date.now() - WINDOW_MS[within]).toISOString();
  const [attempt_since, attempt_until] = timesOf(attempted);
  return { ...others, since, attempt_since, attempt_until, after, limit: String(PAGE) };
}
