const UNIQUE_VIOLATION = '23505';
const NAMED = /unique constraint "([^"]+)"/;
/** Those of a shard end with its number. */
const SHARD = /_\d+$/;

/** The unique constraint or index that an error is about; a coordinator leaves the name of a node's to the message. */
export function violatedConstraint(error: unknown): string | null {
  const {
    code,
    constraint,
    message = '',
  } = error as { code?: string; constraint?: string; message?: string };
  if (code !== UNIQUE_VIOLATION) return null;
  return (constraint ?? NAMED.exec(message)?.[1])?.replace(SHARD, '') ?? null;
}
