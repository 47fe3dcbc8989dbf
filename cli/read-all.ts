const PAGE = 1000;

/** What a listing operation is asked for one page. */
type Page = { limit: string; after?: string };

/** A whole list, page after page (spec 1.6). */
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
