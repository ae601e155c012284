/** People type "example.com"; an address needs the scheme too. */
export function withScheme(address: string): string {
  const trimmed = address.trim();
  if (trimmed === '' || /^[a-z][a-z0-9+.-]*:/i.test(trimmed)) return trimmed;
  return `https://${trimmed}`;
}
