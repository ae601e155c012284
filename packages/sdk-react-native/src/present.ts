/** A copy without the fields that are not set, which would hide others. */
export function present<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Partial<Fields>;
}
