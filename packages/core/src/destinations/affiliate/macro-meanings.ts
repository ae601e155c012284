import { fillTemplate, MACROS, type Macro, unknownMacros } from './macros.ts';

/** What each macro stands for, in words for the person who writes a template. */
export const MACRO_MEANINGS: Record<Macro, string> = {
  click_id: "the network's own click id, as it came with the click (clid or click_id)",
  install_id: 'our id of the install',
  event_id: 'our id of the event, the same in every attempt: the network recognises a repeat by it',
  event_name: 'the event as the network names it, by its event map',
  event_time: 'when it happened, in seconds since 1970',
  event_time_iso: 'when it happened, in ISO 8601',
  value: 'the value of the event; negative when something is taken back',
  revenue: 'the same as value',
  currency: 'the currency of the value, as three letters',
  platform: 'android, ios or web',
  country: 'the country of the install, as two letters',
  status: 'approved, or reversed when something is taken back',
  advertising_id: 'the advertising id of the device',
  gaid: 'the advertising id of an Android device',
  idfa: 'the advertising id of an Apple device',
  oaid: 'the open advertising id, as it came with the click',
  user_id: 'the person, as your app names them',
  coupon_code: 'the code that was issued or redeemed, or that came with the click',
  order_id: 'the order',
  campaign: 'the name of the credited campaign',
  campaign_id: 'our id of the credited campaign',
  ad_set: 'the credited ad set',
  creative: 'the credited creative',
  aff_id: 'the affiliate, as it came with the click',
  pub_id: 'the publisher, as it came with the click',
  offer_id: 'the offer, as it came with the click',
  creative_id: 'the creative, as it came with the click',
  sub1: 'sub1 of the click',
  sub2: 'sub2 of the click',
  sub3: 'sub3 of the click',
  sub4: 'sub4 of the click',
  sub5: 'sub5 of the click',
};

/** Values of no real person, by which a template can be tried. */
const EXAMPLE: Partial<Record<Macro, string>> = {
  click_id: 'nw-8842/31',
  install_id: '5f0c2a1e',
  event_id: '019e3b7c-5f00-7a10-8000-000000000001',
  event_name: 'purchase',
  event_time: '1794823200',
  event_time_iso: '2026-11-16T10:00:00.000Z',
  value: '499',
  revenue: '499',
  currency: 'INR',
  platform: 'android',
  country: 'IN',
  status: 'approved',
  advertising_id: '38400000-8cf0-11bd-b23e-10b96e40000d',
  gaid: '38400000-8cf0-11bd-b23e-10b96e40000d',
  user_id: 'user-1',
  coupon_code: 'HOLI-7KQM',
  order_id: 'A-1001',
  campaign: 'Holi coupons',
  campaign_id: '019e3b7c-5f00-7a10-8000-000000000002',
  aff_id: 'aff-7',
  pub_id: 'pub-3',
  sub1: 'banner',
};

/** Inside of the quotes of a JSON text. */
export const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);

interface Template {
  method: 'GET' | 'POST';
  url: string;
  body: string;
  content_type: string;
}

const isHost = (url: string) => {
  try {
    const { protocol, username, password } = new URL(url);
    return /^https?:$/.test(protocol) && !username && !password;
  } catch {
    // Not an address at all.
    return false;
  }
};

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Said to the person who wrote it.
    return false;
  }
};

/** What is wrong with a template, by its field; nothing: it can be used. */
export function templateProblems({
  method,
  url,
  body,
  content_type: type,
}: Template): Record<string, string> {
  const problems: Record<string, string> = {};
  const [host = ''] = url.replace(/^https?:\/\//, '').split(/[/?#]/);
  if (/[{}]/.test(host)) problems.url = 'has a macro in its host, so anyone could choose where it goes';
  else if (!isHost(url)) problems.url = 'is not an http or https address';
  for (const [field, text] of Object.entries(method === 'GET' ? { url } : { url, body })) {
    const [unknown] = unknownMacros(text);
    if (unknown !== undefined) problems[field] ??= `has an unknown macro: {${unknown}}`;
  }
  const filled = fillTemplate(body, EXAMPLE, inJson);
  if (method === 'POST' && type === 'application/json' && !isJson(filled)) {
    problems.body ??= 'is not JSON once its macros are filled in';
  }
  return problems;
}

/** A template with the values of an example. */
export const exampleOf = ({ method, url, body, content_type: type }: Template) => ({
  url: fillTemplate(url, EXAMPLE, encodeURIComponent),
  body:
    method === 'GET'
      ? ''
      : fillTemplate(body, EXAMPLE, type === 'application/json' ? inJson : encodeURIComponent),
});

export const LISTED_MACROS = MACROS.map((name) => ({ name, meaning: MACRO_MEANINGS[name] }));
