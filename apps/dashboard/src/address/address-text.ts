/** A number or a word such as "true" in the address is not text to the router. */
export function addressText(value: unknown, most: number): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).slice(0, most) : '';
}

/** Values with commas between them, each once. */
export function addressList(value: unknown): string[] {
  return [...new Set(addressText(value, 2000).split(',').filter(Boolean))];
}
