import type { AdAccount } from '../ad-accounts/ad-account.ts';
import { parseJson } from '../receivers/request-content.ts';
import type { Answer, ToolRequest } from '../receivers/tool.ts';
import { TIKTOK_ACCOUNTS, TIKTOK_APPS, TIKTOK_PIXELS } from './tiktok.data.ts';
import { invalid, noPermission, ok, pageOf } from './tiktok-answer.ts';

const MOST_ADVERTISERS = 100;
const INFO_FIELDS = new Set([
  ...['advertiser_id', 'name', 'currency', 'timezone', 'display_timezone', 'status', 'country', 'company'],
]);

/** A list of texts in JSON, as TikTok takes it in a query; null where it is none. */
export function textListOf(text: string | null): string[] | null {
  const list = text === null ? undefined : parseJson(text);
  return Array.isArray(list) && list.every((value) => typeof value === 'string') ? list : null;
}

/** The account of a call, or TikTok's answer where it is missing or of somebody else. */
export function accountOf({ query }: ToolRequest): AdAccount | { answer: Answer } {
  const id = query.get('advertiser_id');
  if (id === null || id === '') {
    return { answer: invalid('advertiser_id: Missing data for required field.') };
  }
  const account = TIKTOK_ACCOUNTS.find((candidate) => candidate.id === id);
  return account ?? { answer: noPermission(`No permission to operate advertiser ${id}`) };
}

const infoOf = ({ id, name, currency, timeZone }: AdAccount): Record<string, string> => ({
  advertiser_id: id,
  name,
  currency,
  timezone: timeZone,
  display_timezone: timeZone,
  status: 'STATUS_ENABLE',
  country: currency === 'INR' ? 'IN' : 'US',
  company: 'Kite Commerce',
});

export function advertiserInfo({ query }: ToolRequest): Answer {
  const ids = textListOf(query.get('advertiser_ids'));
  if (!ids || ids.length === 0) return invalid('advertiser_ids: must be a list in JSON');
  if (ids.length > MOST_ADVERTISERS) return invalid(`advertiser_ids: at most ${MOST_ADVERTISERS}`);
  const fields = query.get('fields') === null ? [...INFO_FIELDS] : textListOf(query.get('fields'));
  const wrong = fields?.find((field) => !INFO_FIELDS.has(field));
  if (!fields || wrong !== undefined) return invalid(`fields: ${wrong ?? 'must be a list in JSON'}`);
  const foreign = ids.find((id) => !TIKTOK_ACCOUNTS.some((account) => account.id === id));
  if (foreign !== undefined) return noPermission(`No permission to operate advertiser ${foreign}`);
  const list = TIKTOK_ACCOUNTS.filter(({ id }) => ids.includes(id)).map((account) =>
    Object.fromEntries(Object.entries(infoOf(account)).filter(([name]) => fields.includes(name))),
  );
  return ok({ list });
}

export function pixelList(request: ToolRequest): Answer {
  const account = accountOf(request);
  if ('answer' in account) return account.answer;
  const { query } = request;
  const matches = (name: string, value: string) => query.get(name) === null || query.get(name) === value;
  const pixels = TIKTOK_PIXELS.filter(
    (pixel) =>
      pixel.advertiserId === account.id &&
      matches('pixel_id', pixel.pixel_id) &&
      matches('code', pixel.pixel_code) &&
      matches('name', pixel.pixel_name),
  ).map(({ advertiserId: _of, relation, ...pixel }) => ({
    ...pixel,
    pixel_setup_mode: 'STANDARD',
    asset_ownership: { asset_relation_status: relation },
  }));
  const page = pageOf(pixels, query, { size: 10, most: 20 });
  if (!page) return invalid('page_size: must be between 1 and 20');
  return ok({ pixels: page.list, page_info: page.page_info });
}

export function appList(request: ToolRequest): Answer {
  const account = accountOf(request);
  if ('answer' in account) return account.answer;
  const apps = TIKTOK_APPS.filter(({ advertiserId }) => advertiserId === account.id);
  return ok({ apps: apps.map(({ advertiserId: _of, ...app }) => app) });
}
