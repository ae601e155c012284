import { createHash } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The property with that id, for tools that recognise no repeat themselves: their reports can count each id once. It is
 * added after an event is described, so that neither a client nor a connection can replace or rename it.
 */
export const ID_PROPERTY = '[Trailmark] id';

/** The id by which a receiver recognises a repeat, as a UUID: shorter than any receiver's limit. */
export function deliveryId(id: string): string {
  if (UUID.test(id)) return id.toLowerCase();
  const hex = createHash('sha256').update(id).digest('hex');
  // Version 8: made by a rule of ours. https://www.rfc-editor.org/rfc/rfc9562#section-5.8
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
