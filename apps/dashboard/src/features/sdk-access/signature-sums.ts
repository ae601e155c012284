import {
  SIGNATURE_OUTCOMES,
  type SignatureDay,
  type SignatureOutcome,
} from '@trailmark/contract/sdk-credentials';

export interface SignatureSum {
  outcome: SignatureOutcome;
  count: number;
  /** Of all requests. */
  share: number;
  latestDay: string;
}

/** What was found how often, the good ones first; what never was is left out. */
export function signatureSums(days: SignatureDay[]): SignatureSum[] {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return SIGNATURE_OUTCOMES.flatMap((outcome) => {
    const own = days.filter((one) => one.outcome === outcome);
    const count = own.reduce((sum, one) => sum + one.count, 0);
    const latestDay =
      own
        .map(({ day }) => day)
        .sort()
        .at(-1) ?? '';
    return count === 0 ? [] : [{ outcome, count, share: count / total, latestDay }];
  });
}
