import type { CampaignForm, Network } from '@trailmark/contract/campaigns';
import { AttributionWindows } from '@trailmark/contract/windows';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { AuditValues } from '../../audit/record.ts';
import type { Campaigns } from '../../db/schema.ts';
import { badField } from '../../platform/app-error.ts';

type Form = Partial<z.output<typeof CampaignForm>>;

const UTM = ['source', 'medium', 'campaign', 'content', 'term'] as const;
export type UtmValues = Record<(typeof UTM)[number], string | null>;
export type Windows = Partial<AttributionWindows>;

const WINDOWS = AttributionWindows.keyof().options;

/** What a person can set of a campaign, the display id apart. */
export interface CampaignFields {
  name: string;
  active: boolean;
  network: Network;
  network_name: string | null;
  owned_media: boolean;
  desktop_redirect: string | null;
  ios_web_redirect: string | null;
  android_web_redirect: string | null;
  ios_store_listing_id: string | null;
  android_store_listing_id: string | null;
  deep_link: string | null;
  deferred_deep_link: string | null;
  utm: UtmValues;
  passthrough: string[];
  windows: Windows;
  tags: string[];
  expires_at: Date | null;
  skan_network_id: string | null;
  skan_ids: string[];
}

/** In one order, so that two of them can be compared. */
export function utmOf(utm: unknown): UtmValues {
  const given = utm as Partial<UtmValues>;
  return Object.fromEntries(UTM.map((name) => [name, given[name] ?? null])) as UtmValues;
}

/** In one order, so that two of them can be compared. */
export function windowsOf(windows: unknown): Windows {
  const given = windows as Windows;
  const set = WINDOWS.filter((name) => given[name] !== undefined);
  return Object.fromEntries(set.map((name) => [name, given[name]]));
}

/** What a new campaign has where the form says nothing. */
export function emptyFields(name: string): CampaignFields {
  return {
    name,
    active: true,
    network: 'NONE',
    network_name: null,
    owned_media: false,
    desktop_redirect: null,
    ios_web_redirect: null,
    android_web_redirect: null,
    ios_store_listing_id: null,
    android_store_listing_id: null,
    deep_link: null,
    deferred_deep_link: null,
    utm: utmOf({}),
    passthrough: [],
    windows: {},
    tags: [],
    expires_at: null,
    skan_network_id: null,
    skan_ids: [],
  };
}

export function fieldsOf(row: Selectable<Campaigns>): CampaignFields {
  const names = Object.keys(emptyFields('')) as (keyof CampaignFields)[];
  const plain = Object.fromEntries(names.map((name) => [name, row[name]])) as unknown as CampaignFields;
  return { ...plain, utm: utmOf(row.utm), windows: windowsOf(row.windows) };
}

/** The fields with what the form says; what it leaves out stays. */
export function withForm(fields: CampaignFields, form: Form): CampaignFields {
  const network = form.network ?? fields.network;
  if (form.network_name && network !== 'OTHER') {
    throw badField('network_name', 'is only for the network OTHER');
  }
  const { expires_at, utm, windows, display_id: _, ...rest } = form;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const next: CampaignFields = { ...fields };
  for (const name of Object.keys(fields)) if (name in given) Object.assign(next, { [name]: given[name] });
  if (network !== 'OTHER') next.network_name = null;
  if (utm) next.utm = utmOf(utm);
  if (windows) next.windows = windowsOf(windows);
  if (expires_at !== undefined) next.expires_at = expires_at === null ? null : new Date(expires_at);
  return next;
}

/** As the table holds them. */
export function columnsOf(fields: CampaignFields) {
  return { ...fields, utm: JSON.stringify(fields.utm), windows: JSON.stringify(fields.windows) };
}
export type CampaignColumns = ReturnType<typeof columnsOf>;

/** As the audit log shows them: each value of utm and windows for itself. */
export function auditValues({
  utm,
  windows,
  passthrough,
  tags,
  expires_at,
  skan_ids,
  ...plain
}: CampaignFields): AuditValues {
  return {
    ...plain,
    ...Object.fromEntries(UTM.map((name) => [`utm_${name}`, utm[name]])),
    ...Object.fromEntries(WINDOWS.map((name) => [name, windows[name] ?? null])),
    passthrough: passthrough.join(', '),
    tags: tags.join(', '),
    skan_ids: skan_ids.join(', '),
    expires_at: expires_at?.toISOString() ?? null,
  };
}
