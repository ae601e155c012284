import { z } from 'zod';

export const RECORD_TYPES = ['A', 'AAAA', 'CNAME', 'TXT'] as const;
const Type = z.enum(RECORD_TYPES);
export type ZoneType = z.infer<typeof Type>;

const Name = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(253)
  .transform((name) => name.replace(/\.$/, ''));

export const RecordSet = z
  .object({ name: Name, type: Type, values: z.array(z.string().min(1).max(4000)).min(1).max(50) })
  .refine(({ type, values }) => type !== 'CNAME' || values.length === 1, {
    message: 'a name has one CNAME record at most',
  });
export type RecordSet = z.infer<typeof RecordSet>;

/** How a name misbehaves: an error as the answer, or none at all. */
const FAILURES = ['SERVFAIL', 'REFUSED', 'silence'] as const;
export type Failure = (typeof FAILURES)[number];
export const BrokenName = z.object({ name: Name, failure: z.enum(FAILURES).nullable() });

export type Zone = {
  /** Replaces the records of this type. */
  set(name: string, type: ZoneType, ...values: string[]): void;
  /** Removes the records of one type, or all records of the name. */
  remove(name: string, type?: ZoneType): void;
  /** Makes a name fail until it is set to `null`. */
  fail(name: string, failure: Failure | null): void;
  find(name: string, type: ZoneType): string[];
  failureOf(name: string): Failure | null;
  /** A name with others below it exists too. */
  exists(name: string): boolean;
  list(): RecordSet[];
  clear(): void;
};

/** The records of every name that the server answers for; it is authoritative for the whole tree. */
export function createZone(): Zone {
  const records = new Map<string, RecordSet>();
  const failures = new Map<string, Failure>();
  const keyOf = (name: string, type: string) => `${Name.parse(name)} ${type}`;
  return {
    set(name, type, ...values) {
      const record = RecordSet.parse({ name, type, values });
      records.set(keyOf(record.name, type), record);
    },
    remove(name, type) {
      for (const one of type ? [type] : RECORD_TYPES) records.delete(keyOf(name, one));
    },
    fail(name, failure) {
      if (failure) failures.set(Name.parse(name), failure);
      else failures.delete(Name.parse(name));
    },
    find: (name, type) => records.get(keyOf(name, type))?.values ?? [],
    failureOf: (name) => failures.get(name.toLowerCase()) ?? null,
    exists: (name) => {
      const suffix = name.toLowerCase();
      return [...records.values()].some((one) => one.name === suffix || one.name.endsWith(`.${suffix}`));
    },
    list: () => [...records.values()],
    clear() {
      records.clear();
      failures.clear();
    },
  };
}
