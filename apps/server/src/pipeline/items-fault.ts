/**
 * Classes of SQLSTATE that speak of a row and not of the server: data exceptions, integrity, and the few of
 * class 54 and 42 that a single value can cause. https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
export function isItemsFault(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && (/^(22|23)/.test(code) || code === '54000');
}
