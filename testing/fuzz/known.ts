import type { Random } from "./random";

const MAX_VALUES = 60;

/**
 * Values from earlier responses to use in later requests: ids by prefix, page tokens, cursors,
 * entity tags, codes.
 */
export type Known = {
  /** Excludes this value: what all requests need must not be deleted by one of them. */
  spare(value: string): void;
  add(kind: string, value: string): void;
  /** Collects all ids, tokens, cursors and tags from a JSON response. */
  harvest(response: unknown): void;
  pick(kind: string, random: Random): string | undefined;
};

/** Starts empty. */
export function createKnown(): Known {
  const lists = new Map<string, string[]>();
  const spared = new Set<string>();
  const add = (kind: string, value: string) => {
    const list = lists.get(kind) ?? [];
    if (!spared.has(value) && !list.includes(value))
      lists.set(kind, [...list.slice(-MAX_VALUES), value]);
  };
  const harvest = (value: unknown, name = ""): void => {
    if (typeof value === "string") {
      const [, prefix] = /^([a-z]+)_[0-9a-z]{26}$/.exec(value) ?? [];
      const kind = prefix ?? FIELDS[name];
      if (kind !== undefined) add(kind, value);
      // An invitation link ends with its token.
      if (name === "url" && value.includes("#")) add("token", new URL(value).hash.slice(1));
    } else if (typeof value === "object" && value !== null) {
      for (const [field, item] of Object.entries(value)) harvest(item, field);
    }
  };
  return {
    spare: (value) => void spared.add(value),
    add,
    harvest: (response) => harvest(response),
    pick(kind, random) {
      const list = lists.get(kind) ?? [];
      return list.length === 0 ? undefined : random.pick(list);
    },
  };
}

const FIELDS: Record<string, string> = {
  cursor: "cursor",
  device_code: "device_code",
  etag: "etag",
  next_page_token: "page_token",
  path: "path",
  refresh_token: "refresh_token",
  ticket: "ticket",
  user_code: "user_code",
};
