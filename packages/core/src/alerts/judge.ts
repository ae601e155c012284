import {
  type AlertCondition,
  isAboutMetrics,
  type MetricCondition,
} from '@trailmark/contract/alert-condition';
import type { Measured, Verdict } from '@trailmark/contract/alerts';
import { compareValues } from '../metrics/values.ts';

/** On so many of the seven days before there have to be events at this time, or their absence says nothing. */
export const USUAL_DAYS = 3;

function judgeEvents({ value, usual_days: usualDays }: Measured, isOpen: boolean): Verdict {
  if (Number(value) > 0) return 'ok';
  // An outage of days makes itself usual: what has opened stays open until an event comes.
  return isOpen || (usualDays ?? 0) >= USUAL_DAYS ? 'firing' : 'too_small';
}

function isEnough(condition: MetricCondition, { installs, spend }: Measured): boolean {
  if (condition.kind === 'spend_without_installs') return true;
  return (installs ?? 0) >= condition.min_installs && compareValues(spend ?? '0', condition.min_spend) >= 0;
}

function judgeMetric(condition: MetricCondition, measured: Measured): Verdict {
  if (condition.kind === 'spend_without_installs') {
    const isSpent = compareValues(measured.spend ?? '0', condition.amount) >= 0;
    return isSpent && measured.installs === 0 ? 'firing' : 'ok';
  }
  const { value } = measured;
  if (value === null || !isEnough(condition, measured)) return 'too_small';
  const difference = compareValues(value, condition.threshold);
  return (condition.kind === 'cpi_above' ? difference > 0 : difference < 0) ? 'firing' : 'ok';
}

/** Whether a condition is true of what was measured; a value on the threshold is not past it. */
export function judge(condition: AlertCondition, measured: Measured, isOpen: boolean): Verdict {
  if (isAboutMetrics(condition)) return judgeMetric(condition, measured);
  if (condition.kind === 'no_events') return judgeEvents(measured, isOpen);
  return measured.problem === null ? 'ok' : 'firing';
}
