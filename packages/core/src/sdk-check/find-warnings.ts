import type { SdkWarning } from '@trailmark/contract/sdk-check';
import { SDK_WARNINGS } from '@trailmark/contract/sdk-check';
import type { CheckedPayment, SdkRows, SdkSignalName } from './rows.ts';
import { isOldSdk } from './sdk-versions.ts';

/** Payments of the same person and amount within this time are most likely one. */
export const DUPLICATE_SECONDS = 10;
/** Fewer installs without a user say nothing: not everybody signs in at once. */
export const MIN_INSTALLS_WITHOUT_USER = 5;
/** Nobody installs an app this fast after a click. */
export const FASTEST_OPEN_SECONDS = 1;
/** Fewer ids of zeros are people who have switched tracking off. */
export const MIN_ZERO_IDS = 3;

export const ADVERTISING_ID_FIELDS = ['gaid', 'idfa', 'advertising_id'];
const ZEROS = /^[0-]*0[0-]*$/;

/** A row that shows what is wrong. */
interface Case {
  at: Date;
  installId: string | null;
  example?: string | null;
}

interface Finding {
  cases: Case[];
  of: number;
  /** More than the cases, where they are summed already. */
  count?: number;
}

function latestOf(cases: Case[]): Case | undefined {
  return cases.reduce<Case | undefined>(
    (latest, one) => (latest && latest.at >= one.at ? latest : one),
    undefined,
  );
}

const fromSignal =
  (name: SdkSignalName) =>
  ({ signals }: SdkRows): Finding => {
    const found = signals.filter(({ signal }) => signal === name);
    const count = found.reduce((sum, one) => sum + one.count, 0);
    return {
      cases: found.map(({ lastAt, installId, example }) => ({ at: lastAt, installId, example })),
      count,
      of: count,
    };
  };

const payerOf = ({ userId, installId }: CheckedPayment) => userId ?? `install ${installId}`;

/** Payments that follow an equal one of the same payer within seconds, under another id. */
function duplicatePayments({ payments }: SdkRows): Finding {
  const latest = new Map<string, CheckedPayment>();
  const cases: Case[] = [];
  const inOrder = payments.toSorted((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime());
  for (const payment of inOrder) {
    const key = JSON.stringify([payerOf(payment), Number(payment.amount), payment.currency]);
    const before = latest.get(key);
    latest.set(key, payment);
    if (!before || before.paymentId === payment.paymentId || Number(payment.amount) === 0) continue;
    const seconds = (payment.occurredAt.getTime() - before.occurredAt.getTime()) / 1000;
    if (seconds > DUPLICATE_SECONDS) continue;
    const example = `${Number(payment.amount)} ${payment.currency}: ${before.paymentId}, ${payment.paymentId}`;
    cases.push({ at: payment.occurredAt, installId: payment.installId, example });
  }
  return { cases, of: payments.length };
}

function noUserId({ installs, events }: SdkRows): Finding {
  const isNamed =
    installs.some(({ userId }) => userId !== null) || events.some(({ userId }) => userId !== null);
  const isEnough = installs.length >= MIN_INSTALLS_WITHOUT_USER;
  const cases = isNamed || !isEnough ? [] : installs;
  return { cases: cases.map(({ installedAt: at, installId }) => ({ at, installId })), of: installs.length };
}

const isZeros = (value: unknown) => typeof value === 'string' && ZEROS.test(value);

/** Only where no install sends a real one: then the app reads the id before it may. */
function zeroAdvertisingIds({ installs }: SdkRows): Finding {
  const sent = installs.flatMap(({ deviceData, installedAt: at, installId }) => {
    const ids = ADVERTISING_ID_FIELDS.map((name) => deviceData[name]).filter((id) => id !== '' && id != null);
    return ids.length === 0 ? [] : [{ at, installId, example: String(ids[0]), areZeros: ids.every(isZeros) }];
  });
  const zeros = sent.filter(({ areZeros }) => areZeros);
  const isWrong = zeros.length >= MIN_ZERO_IDS && zeros.length === sent.length;
  return { cases: isWrong ? zeros : [], of: sent.length };
}

const FIND: Record<SdkWarning['kind'], (rows: SdkRows) => Finding> = {
  unsigned_requests: (rows) => (rows.mustSign ? fromSignal('unsigned')(rows) : { cases: [], of: 0 }),
  events_without_init: ({ events }) => {
    const sent = events.filter(({ installId }) => installId !== '');
    const orphans = sent.filter(({ hasInit }) => !hasInit);
    return {
      cases: orphans.map(({ receivedAt: at, installId, name }) => ({ at, installId, example: name })),
      of: sent.length,
    };
  },
  duplicate_payments: duplicatePayments,
  clock_skew: fromSignal('clock_skew'),
  no_user_id: noUserId,
  zero_advertising_ids: zeroAdvertisingIds,
  click_before_open: ({ opens }) => ({
    cases: opens
      .filter(({ clickAgeSeconds: age }) => age >= 0 && age < FASTEST_OPEN_SECONDS)
      .map(({ at, installId, clickAgeSeconds }) => ({ at, installId, example: `${clickAgeSeconds} s` })),
    of: opens.length,
  }),
  old_sdk: ({ installs }) => ({
    cases: installs
      .filter(({ sdkVersion }) => isOldSdk(sdkVersion))
      .map(({ installedAt: at, installId, sdkVersion }) => ({ at, installId, example: sdkVersion })),
    of: installs.length,
  }),
};

/** What an integration audit would raise, the gravest first. */
export function findWarnings(rows: SdkRows): SdkWarning[] {
  return SDK_WARNINGS.flatMap((kind) => {
    const { cases, of, count = cases.length } = FIND[kind](rows);
    const latest = latestOf(cases);
    if (!latest) return [];
    return {
      kind,
      count,
      of,
      last_at: latest.at.toISOString(),
      install_id: latest.installId || null,
      example: latest.example ?? null,
    };
  });
}
