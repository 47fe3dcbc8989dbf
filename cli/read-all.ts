const PAGE = 1000;

/** Query of one page of a listing operation. */
type Page = { limit: string; after?: string };

/** Reads all pages of a list (spec 1.6). */
export async function readAll<Item extends { id: string }>(
  read: (page: Page) => Promise<Item[]>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const after = all.at(-1)?.id;
    const page = await read({ limit: String(PAGE), ...(after === undefined ? {} : { after }) });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
