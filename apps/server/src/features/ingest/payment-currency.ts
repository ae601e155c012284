import { isCurrency, NO_CURRENCY } from '@trailmark/contract/currencies';
import { cleanText } from '@trailmark/core/client/clean';
import type { Payment, Unit } from '../../pipeline/group.ts';
import type { ProjectConfig } from '../../pipeline/project-config.ts';
import type { LimitHits } from './limit-hits.ts';

/** The currency that a payment is counted in, and the text that was sent where that is not one. */
export function paymentCurrency(
  sent: string | null | undefined,
  project: ProjectConfig,
): Pick<Payment, 'currency' | 'currencyText'> {
  if (!sent) return { currency: project.currency, currencyText: null };
  if (isCurrency(sent)) return { currency: sent, currencyText: null };
  return { currency: NO_CURRENCY, currencyText: cleanText(sent) };
}

/** Notices payments in a currency that nobody has a rate for. */
export function noteUnknownCurrencies(units: Unit[], hits: LimitHits): void {
  for (const { project, payment } of units.flat()) {
    if (typeof payment?.currencyText !== 'string') continue;
    const { projectId } = project;
    hits.note({ projectId, kind: 'currencies', beyond: 1, example: payment.currencyText });
  }
}
