/** Who an address means: a person by the project's own id, or an install. */
export type PersonId = { user_id: string } | { install_id: string };

const LONGEST = 256;

/** `u:` precedes the id of a user, `i:` the id of an install; anything else is invalid. */
export function readPersonId(text: string): PersonId | null {
  const id = text.slice(2);
  if (id === '' || id.length > LONGEST) return null;
  if (text.startsWith('u:')) return { user_id: id };
  return text.startsWith('i:') ? { install_id: id } : null;
}
