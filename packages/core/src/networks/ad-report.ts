import { z } from 'zod';

/** What an ad cost and did on a day of its account's time zone, as its network reports it. */
export interface AdReportRow {
  day: string;
  campaign: NamedId;
  /** With empty ids where it belongs to the campaign as a whole. */
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

/** What a divided credit has behind the comma is no more than that. */
const MOST_DECIMALS = 9;
const rounded = (value: number) => value.toFixed(MOST_DECIMALS).replace(/\.?0+$/, '');

/** Networks write numbers as text or as numbers, and leave out what is 0. A part of a credit has many decimals. */
export const Decimal = z.union([
  z.string().regex(/^\d{1,15}(\.\d{1,9})?$/),
  z.number().min(0).lt(1e15).transform(rounded),
  z
    .string()
    .regex(/^\d{1,15}\.\d{10,30}$/)
    .transform((text) => rounded(Number(text))),
]);
export const Count = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(0));
/** An id as digits; networks that do not name a level leave it out. */
export const AdId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[\w-]{1,64}$/));
/** A day, also where midnight is written behind it. */
export const ReportDay = z
  .string()
  .transform((text) => text.slice(0, 10))
  .pipe(z.iso.date());
