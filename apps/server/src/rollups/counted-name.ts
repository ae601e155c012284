import { OTHER_NAME } from '@trailmark/core/metrics/counters';

/** The name that rollups count a row of `events` by. */
export const countedName = (row: string) =>
  `case when ${row}.is_other then '${OTHER_NAME}' else ${row}.name end`;
