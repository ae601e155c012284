import { isbot } from 'isbot';
import { type Device, readDevice, type VisitorPlatform } from './device.ts';
import { inAppBrowserOf } from './in-app-browser.ts';

/** What is read from a user agent alone; the same text always gives the same. */
export interface Agent extends Device {
  kind: 'bot' | 'preview' | 'person';
  /** The app whose browser this is. */
  inApp: string | null;
}

export interface Visitor {
  /** `prefetch`: a browser that fetches ahead of a person who may never come. */
  kind: 'bot' | 'preview' | 'prefetch' | 'person';
  platform: VisitorPlatform;
  os: Device['os'];
  inApp: string | null;
  /** null when it is not sent, or frozen by the browser. */
  osVersion: string | null;
  model: string | null;
  /** The preferred language, such as en-IN. */
  language: string | null;
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Fetch a link to show a card of it, each by the name that its maker documents. */
const PREVIEWS =
  /facebookexternalhit|facebookcatalog|facebot|meta-externalfetcher|slackbot|slack-imgproxy|twitterbot|^whatsapp\/|telegrambot|discordbot|linkedinbot|skypeuripreview|microsoft-?preview|pinterestbot|pinterest\/0|redditbot|embedly|iframely|vkshare|bluesky cardyb|mastodon\/|kakaotalk-scrap|line-poker|snap url preview|viber\/|zalobot|google-pagerenderer|bitlybot|bitrix link preview|yahoo link preview|tumblr\/|applebot|cardyb|synapse|xing-contenttabreceiver|nuzzel|flipboardproxy|outbrain|quora link preview|rogerbot|showyoubot/i;

const MAX_AGENT = 1000;

/** Reads a user agent. */
export function readAgent(userAgent: string): Agent {
  const text = userAgent.slice(0, MAX_AGENT);
  const inApp = inAppBrowserOf(text);
  return { ...readDevice(text), kind: kindOf(text), inApp };
}

function kindOf(text: string): Agent['kind'] {
  if (PREVIEWS.test(text)) return 'preview';
  // Every browser says who it is.
  return text === '' || isbot(text) ? 'bot' : 'person';
}

const PREFETCH = /prefetch|prerender|preview/i;

function isPrefetch(headers: Headers): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz'];
  return purpose !== undefined && PREFETCH.test(String(purpose));
}

/** A client hint is a string of a structured header: https://wicg.github.io/ua-client-hints/ */
function hint(headers: Headers, name: string): string | null {
  const value = headers[name];
  if (typeof value !== 'string') return null;
  return /^"([\x20-\x21\x23-\x5b\x5d-\x7e]{1,60})"$/.exec(value.trim())?.[1]?.trim() || null;
}

function languageOf(headers: Headers): string | null {
  const value = headers['accept-language'];
  if (typeof value !== 'string') return null;
  return /^\s*([a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3})(?=\s*(?:[,;]|$))/i.exec(value)?.[1] ?? null;
}

/** 0.0 means "unknown" in the platform's version: https://wicg.github.io/ua-client-hints/ */
function hintedVersion(headers: Headers): string | null {
  const version = hint(headers, 'sec-ch-ua-platform-version');
  return version && /^\d+(\.\d+)*$/.test(version) && !/^0(\.0)*$/.test(version) ? version : null;
}

/** The visitor of a request. `read` may be a memoised `readAgent`. */
export function readVisitor(
  { userAgent, headers }: { userAgent: string; headers: Headers },
  read: (userAgent: string) => Agent = readAgent,
): Visitor {
  const { kind, platform, os, inApp, osVersion, model } = read(userAgent);
  const isHinted = platform === 'android';
  return {
    kind: kind === 'person' && isPrefetch(headers) ? 'prefetch' : kind,
    platform,
    os,
    inApp,
    osVersion: (isHinted && hintedVersion(headers)) || osVersion,
    model: (isHinted && hint(headers, 'sec-ch-ua-model')) || model,
    language: languageOf(headers),
  };
}
