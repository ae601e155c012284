import { OTHER_NAME, VISIT_COUNTERS, VISIT_KINDS } from '@trailmark/core/metrics/counters';

/** The name that rollups count a row of `events` by. */
export const countedName = (row: string) =>
  `case when ${row}.is_other then '${OTHER_NAME}' else ${row}.name end`;

const quoted = (kinds: readonly string[]) => kinds.map((kind) => `'${kind}'`).join(', ');

/** Whether a row of `events` counts as an event: opens do not, and visits have counters of their own. */
export const countsAsEvent = (kind: string) => `${kind} not in (${quoted(['open', ...VISIT_KINDS])})`;

export const isOfVisit = (kind: string) => `${kind} in (${quoted(VISIT_KINDS)})`;

/** The counter of such a row. */
export const visitCounter = (kind: string) =>
  `case ${kind} ${VISIT_KINDS.map((one) => `when '${one}' then '${VISIT_COUNTERS[one]}'`).join(' ')} end`;
