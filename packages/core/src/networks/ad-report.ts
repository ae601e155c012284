import { z } from 'zod';

/** What an ad cost and did on a day of its account's time zone, as its network reports it. */
export interface AdReportRow {
  day: string;
  campaign: NamedId;
  adSet: NamedId;
  ad: NamedId;
  /** null: that of the account. */
  currency: string | null;
  /** Decimal, in whole units of the currency. */
  spend: string;
  impressions: number;
  clicks: number;
  /** Installs that the network claims for itself; parts where it divides the credit. */
  installs: string;
}

export interface NamedId {
  id: string;
  name: string;
}

/** An account, and from which day to which, both included. */
export interface AdReportQuery {
  accountId: string;
  from: string;
  to: string;
}

/** Networks write numbers as text, and leave out what is 0. */
export const Decimal = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,15}(\.\d{1,9})?$/));
export const Count = z.coerce.number().int().min(0);
/** An id as digits; networks that do not name a level leave it out. */
export const AdId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[\w-]{1,64}$/));
export const ReportDay = z.string().regex(/^\d{4}-\d{2}-\d{2}/);
