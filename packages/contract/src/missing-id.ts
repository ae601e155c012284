/** What clients write where they have no id. Taken as an id, it would merge many people or devices into one. */
const MISSING = new Set(['', 'null', '<null>', '(null)', 'nil', 'undefined', 'unknown']);
const ZEROS = /^-*0[0-]*$/;
/** Written by old clients as the install id, spelled in two ways, when the phone's storage failed. */
const FAILED = /^error_genera/;
/** No text of this set is longer, except for zeros. */
const LONGEST = 40;

/** Whether a text that was sent as an id says that there is none. */
export function isMissingId(text: string): boolean {
  if (text.length > LONGEST) return ZEROS.test(text.trim());
  const id = text.trim().toLowerCase();
  return MISSING.has(id) || ZEROS.test(id) || FAILED.test(id);
}
