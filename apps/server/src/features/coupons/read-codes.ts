import { CouponCode } from '@trailmark/contract/coupon-pools';
import { Day } from '@trailmark/contract/fields';
import { z } from 'zod';
import { DAY_MS, later } from '../../platform/clock.ts';
import type { CsvLine, CsvProblem } from '../../platform/read-csv.ts';
import type { NewCode } from './code-store.ts';

export const COLUMNS = {
  required: ['code'],
  optional: ['campaign_ref', 'valid_from', 'valid_to', 'max_uses'],
} as const;
type CodeLine = CsvLine<(typeof COLUMNS)['required' | 'optional'][number]>;

const Instant = z.iso.datetime({ offset: true });
const MOST_USES = 1_000_000;

/** What a file is read for. */
export interface CodeLookup {
  /** How the campaign of the pool can be named, in small letters. */
  campaignRefs: Set<string>;
  usesPerCode: number;
  /** Codes that the project has already. */
  taken: Set<string>;
}

/** A day ends with its last moment; an instant is what it says. */
function timeOf(cell: string, isEnd: boolean): Date | null | undefined {
  if (cell === '') return null;
  if (Instant.safeParse(cell).success) return new Date(cell);
  if (!Day.safeParse(cell).success) return undefined;
  const begin = new Date(`${cell}T00:00:00Z`);
  return isEnd ? later(begin, DAY_MS - 1) : begin;
}

export const codeOf = ({ cells }: CodeLine): string | null => CouponCode.safeParse(cells.code).data ?? null;

function usesOf(cell: string, usual: number): number | null {
  if (cell === '') return usual;
  const uses = /^\d{1,7}$/.test(cell) ? Number(cell) : 0;
  return uses >= 1 && uses <= MOST_USES ? uses : null;
}

function readLine(line: CodeLine, lookup: CodeLookup): NewCode | string {
  const { cells } = line;
  const code = codeOf(line);
  if (code === null) return 'code is not 4 to 32 letters, digits, - and _';
  if (lookup.taken.has(code)) return `the code ${code} is there already`;
  if (cells.campaign_ref !== '' && !lookup.campaignRefs.has(cells.campaign_ref.toLowerCase())) {
    return 'campaign_ref is not the campaign of this pool';
  }
  const [validFrom, validTo] = [timeOf(cells.valid_from, false), timeOf(cells.valid_to, true)];
  if (validFrom === undefined) return 'valid_from is not a date';
  if (validTo === undefined) return 'valid_to is not a date';
  if (validFrom && validTo && validFrom >= validTo) return 'valid_to is not after valid_from';
  const uses = usesOf(cells.max_uses, lookup.usesPerCode);
  if (uses === null) return `max_uses is not a whole number from 1 to ${MOST_USES}`;
  return { code, max_uses: uses, valid_from: validFrom, valid_to: validTo };
}

/** Every line of a file, or what is wrong with each. */
export function readCodes(
  lines: CodeLine[],
  lookup: CodeLookup,
): { codes: NewCode[]; problems: CsvProblem[] } {
  const codes: NewCode[] = [];
  const problems: CsvProblem[] = [];
  const seen = new Set<string>();
  for (const line of lines) {
    const read = readLine(line, lookup);
    if (typeof read === 'string') problems.push({ line: line.line, reason: read });
    else if (seen.has(read.code)) {
      problems.push({ line: line.line, reason: `the code ${read.code} is in the file twice` });
    } else codes.push(read);
    if (typeof read !== 'string') seen.add(read.code);
  }
  return { codes, problems };
}
