const PAGE = 1000;

/** What a listing operation is asked for one page. */
type Page = { limit: string; after?: string };

/**
 * A whole list, page after page (spec 1.6).
 * @param idOf what names an item, to go on after it
 */
export async function readAll<Item>(
  read: (page: Page) => Promise<Item[]>,
  idOf: (item: Item) => string,
): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await read({
      limit: String(PAGE),
      ...(last === undefined ? {} : { after: idOf(last) }),
    });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
