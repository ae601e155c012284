import type { DecisionView, WeighedTouch } from '@trailmark/contract/people';
import { capital, type ProjectWords } from '@trailmark/contract/project-words';

type Tone = 'neutral' | 'good' | 'bad' | 'warn' | 'accent';

const MATCH_WORDS: Record<string, string> = {
  click_id: 'Click id',
  deep_link: 'Deep link',
  device_id: 'Device id',
  meta_referrer: 'Meta referrer',
  adservices: 'Apple Ads',
  google_ads: 'Google Ads',
  coupon: 'Coupon',
  probabilistic: 'Probabilistic',
  view: 'View by id',
  organic: 'Organic',
  inherited: 'Inherited',
};

/** By what an install was matched; what we have no word for stays as it is. */
export function matchWords(match: string | null): string {
  if (match === null || match === '') return 'No match';
  return MATCH_WORDS[match] ?? match.replaceAll('_', ' ');
}

export const OUTCOME_WORDS: Record<WeighedTouch['outcome'], { label: string; tone: Tone }> = {
  won: { label: 'Credited', tone: 'accent' },
  rejected: { label: 'Rejected', tone: 'bad' },
  outside_window: { label: 'Outside window', tone: 'neutral' },
  weaker_class: { label: 'Weaker evidence', tone: 'neutral' },
  older_touch: { label: 'Earlier touch', tone: 'neutral' },
};

export const TOUCH_WORDS: Record<WeighedTouch['kind'], string> = {
  click: 'Click',
  view: 'View',
  coupon: 'Coupon',
  claim: 'Claim',
};

/** What was decided to be, in the words of the project; what we have no word for stays as it is. */
export function decisionWords(kind: string, { newInstall, reinstall }: ProjectWords): string {
  const words: Record<string, string> = {
    install: capital(newInstall),
    reinstall: capital(reinstall),
    reengagement: 'Re-engagement',
    reattribution: 'Re-attribution',
  };
  return words[kind] ?? kind;
}

export function madeByWords(madeBy: DecisionView['made_by'], { firstOpen }: ProjectWords): string {
  return {
    first_open: `the ${firstOpen}`,
    deep_link: 'a deep link',
    claim: 'a claim of the network',
    import: 'imported history',
  }[madeBy];
}

const VERDICT_WORDS: Record<string, { label: string; tone: Tone }> = {
  clean: { label: 'no findings', tone: 'good' },
  tag: { label: 'marked', tone: 'warn' },
  no_postback: { label: 'not reported on', tone: 'warn' },
  no_credit: { label: 'not credited', tone: 'bad' },
};

/** What plausibility made of an install. */
export function verdictWords(verdict: string): { label: string; tone: Tone } {
  return VERDICT_WORDS[verdict] ?? { label: verdict.replaceAll('_', ' '), tone: 'neutral' };
}

const REASON_WORDS: Record<string, string> = {
  anonymous_traffic: 'data centre, VPN or Tor',
  distribution_outlier: 'source with late installs',
  too_many_engagements: 'too many touches',
  engagement_injection: 'touch after the download began',
  incorrect_signature: 'click id that is not ours',
  malformed_advertising_id: 'malformed advertising id',
};

export function reasonWords(reason: string): string {
  return REASON_WORDS[reason] ?? reason.replaceAll('_', ' ');
}
