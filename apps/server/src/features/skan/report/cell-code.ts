import type { PostbackCell } from '@trailmark/core/skan/report/postback-cell';
import { sql } from 'kysely';
import { isEarly } from './selection.ts';

/** What a code says of a cell; the rest has columns of its own. */
export type CodedCell = Omit<PostbackCell, 'key' | 'activation' | 'count'>;

const TYPES = [null, 'download', 'redownload', 're-engagement'] as const;
const COARSE = [null, 'low', 'medium', 'high'] as const;

/**
 * All that a report distinguishes of a postback `p`, as the bits of one number: to group a million rows by one number
 * takes half as long as by nine columns. Only first postbacks have a tier, so that others do not say what it follows from.
 */
export const cellCode = sql<number>`(p.sequence::int
  | case when p.did_win is false then 0 else 4 end
  | case p.conversion_type when 'download' then 8 when 'redownload' then 16 when 're-engagement' then 24 else 0 end
  | case when ${isEarly} then 32 else 0 end
  | case when p.sequence = 0 and p.fine_value is null then coalesce(length(p.source_identifier), 0) << 6 else 0 end
  | case when p.sequence = 0 and (p.source_app_id is not null or p.source_domain is not null) then 512 else 0 end
  | ((coalesce(p.fine_value::int, -1) + 1) << 10)
  | case p.coarse_value when 'low' then 131072 when 'medium' then 262144 when 'high' then 393216 else 0 end)`;

/** `count` bits from `from` on. */
const bits = (code: number, from: number, count: number) => (code >> from) & ((1 << count) - 1);

export function readCellCode(code: number): CodedCell {
  const fine = bits(code, 10, 7) - 1;
  return {
    sequence: bits(code, 0, 2),
    won: bits(code, 2, 1) === 1,
    conversionType: TYPES[bits(code, 3, 2)] ?? null,
    isEarly: bits(code, 5, 1) === 1,
    digits: bits(code, 6, 3),
    hasSource: bits(code, 9, 1) === 1,
    fine: fine < 0 ? null : fine,
    coarse: COARSE[bits(code, 17, 2)] ?? null,
  };
}
