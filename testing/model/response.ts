import type { FileInfo } from "@/lib/contract/common";

export type FeedEvent = { type: string; path: string; cursor: string; file: FileInfo | null };
export type Page = {
  root: FileInfo | null;
  entries: FileInfo[];
  cursor: string;
  next_page_token: string | null;
};

/**
 * A response of the service. `json` is the parsed body if it is JSON, `pages` all pages of a
 * listing.
 */
export type ModelResponse = {
  status: number;
  header(name: string): string | undefined;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests inspect arbitrary bodies
  json: any;
  pages: Page[];
};
