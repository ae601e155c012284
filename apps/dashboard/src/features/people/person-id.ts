/** Who an address means: a person by the project's own id, or an install. */
export type PersonId = { user_id: string } | { install_id: string };

const LONGEST = 256;

/** `u:` stands before the id of a user, `i:` before that of an install; anything else means nobody. */
export function readPersonId(text: string): PersonId | null {
  const id = text.slice(2);
  if (id === '' || id.length > LONGEST) return null;
  if (text.startsWith('u:')) return { user_id: id };
  return text.startsWith('i:') ? { install_id: id } : null;
}
