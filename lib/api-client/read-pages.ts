type Paged = { next_page_token: string | null };

/**
 * The pages of a listing of entries, one after another: a directory may have more entries than fit into memory.
 * @param read asks for the page of a token, as a part of the query
 */
export async function* readPages<Page extends Paged>(
  read: (token: { page_token?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let token: string | null = null, isFirst = true; isFirst || token !== null;) {
    const page: Page = await read(token === null ? {} : { page_token: token });
    yield page;
    token = page.next_page_token;
    isFirst = false;
  }
}
