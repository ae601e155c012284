interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** All items of a list, read from page to page. */
export async function readPages<Item>(
  read: (query: { limit: number; cursor?: string }) => Promise<Page<Item>>,
  limit = 1,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await read({ limit, ...(cursor ? { cursor } : {}) });
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor);
  return items;
}
