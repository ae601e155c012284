import type { Touch } from '@trailmark/core/attribution/decision';
import { resolveWindows } from '@trailmark/core/attribution/windows';
import { clickTokenIn, readSignedClick, type SignedClick } from '@trailmark/core/links/signed-click';
import { decryptMetaReferrer, type MetaReferrer } from '@trailmark/core/referrers/meta-referrer';
import { parsePlayReferrer } from '@trailmark/core/referrers/play-referrer';
import type { Item } from '../../pipeline/group.ts';
import { occurredAtByItself } from '../../pipeline/occurred-at.ts';
import { newId } from '../../platform/ids.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** What an open brings along that speaks for a touch. */
export interface Evidence {
  /** Our click ids in the link that opened the app and in the store's referrer. */
  clicks: { click: SignedClick; foundBy: 'click_id' | 'deep_link' }[];
  /** A click id was given that we did not sign. */
  isForged: boolean;
  /** A click id was given that we signed for another project. */
  isOfOtherApp: boolean;
  claims: Touch[];
}

/** Keeps what Meta said, its own ids too: a receipt holds all that it was decided from. */
export interface MetaTouch extends Touch {
  meta: MetaReferrer;
}

function metaClaim(item: Item, secrets: Secrets): MetaTouch | null {
  const text = item.device?.metaReferrer?.text ?? item.device?.installReferrer;
  const sealed = item.project.sealedMetaReferrerKey;
  const cipher = text ? parsePlayReferrer(text).metaPayload : null;
  const key = sealed && cipher ? secrets.open('referrer', sealed) : null;
  const payload = cipher && typeof key === 'string' ? decryptMetaReferrer(cipher, key) : null;
  if (!payload) return null;
  const { windows, networkWindows } = item.project.rules;
  const given = item.device?.metaReferrer;
  return {
    ...claimOf(item, given?.at ?? item.device?.referrerClickAt ?? latestClick(item)),
    kind: given && !given.isClick ? 'view' : 'click',
    network: 'META',
    adSet: payload.adSetName,
    creative: payload.adName,
    foundBy: ['meta_referrer'],
    windows: resolveWindows(windows, networkWindows.META, undefined),
    meta: payload,
  };
}

/** Of a click whose time is not known: it was made before the download began. */
function latestClick(item: Item): Date {
  const beganAt = item.device?.installBeginAt;
  const openedAt = occurredAtByItself(item);
  return beganAt && beganAt < openedAt ? beganAt : openedAt;
}

/** A touch that only a network speaks of. */
export function claimOf(item: Item, at: Date): Omit<Touch, 'kind' | 'network' | 'foundBy' | 'windows'> {
  return {
    id: newId(at),
    at: at.toISOString(),
    campaignId: null,
    linkId: null,
    adSet: null,
    creative: null,
    ownedMedia: false,
    platform: item.platform,
    ip: null,
    advertisingId: null,
    osVersion: null,
    model: null,
    language: null,
    isRelay: false,
    usedBy: null,
    sameDeviceTouches: 0,
    sameIpTouches: 0,
    isForged: false,
    isOutlier: false,
  };
}

/** Reads referrers and links of an open; what cannot be read is evidence of nothing. */
export function readEvidence(item: Item, secrets: Secrets): Evidence {
  const referrer = item.device?.installReferrer;
  const tokens = [
    // A page is where a click leads to; an app is opened by a link.
    {
      token: item.url ? clickTokenIn(item.url) : null,
      foundBy: item.platform === 'web' ? ('click_id' as const) : ('deep_link' as const),
    },
    { token: referrer ? parsePlayReferrer(referrer).clickToken : null, foundBy: 'click_id' as const },
  ].filter(({ token }) => Boolean(token));
  const signed = tokens.flatMap(({ token, foundBy }) => {
    const click = readSignedClick(token ?? '', [secrets.macKey('clicks')]);
    return click ? [{ click, foundBy }] : [];
  });
  const clicks = signed.filter(({ click }) => click.projectId === item.project.projectId);
  const meta = metaClaim(item, secrets);
  return {
    clicks,
    isForged: signed.length < tokens.length,
    isOfOtherApp: clicks.length < signed.length,
    claims: meta ? [meta] : [],
  };
}
