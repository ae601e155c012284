import type { DifferenceCause } from '@trailmark/contract/network-spend';
import { countInWords } from '../../words/count-in-words.ts';

export interface CauseWords {
  title: string;
  /** What it means, in a sentence. */
  text: string;
  /** Why there are no installs to list; null: there are. */
  noRows: string | null;
}

interface CauseContext {
  /** In words. */
  network: string;
  /** Whether the network counts more because of it. */
  isMore: boolean;
}

type Words = (context: CauseContext) => { title: string; text: string; noRows?: string };

const CAUSES: Record<DifferenceCause, Words> = {
  not_repulled: ({ network }) => ({
    title: 'Not imported again yet',
    text: `They installed after the last import from ${network}. It may count them at the next one.`,
  }),
  suspicious: ({ network }) => ({
    title: 'Suspicious installs',
    text: `Trailmark found signs of fraud and credits no campaign. ${network} counts them.`,
  }),
  reinstall: ({ network }) => ({
    title: 'Reinstalls',
    text: `They had the app before. Trailmark counts them as reinstalls, ${network} as installs.`,
  }),
  other_network: ({ network }) => ({
    title: 'Another network is credited',
    text: `They touched an ad of ${network}, but the touch of another network was later or stronger. Each network counts the install for itself.`,
  }),
  view_through: ({ network }) => ({
    title: 'Views without a click',
    text: `They saw an ad and did not click it. ${network} counts the view, Trailmark did not credit it.`,
  }),
  look_back: () => ({
    title: 'Look-back window',
    text: 'The click or view is recent enough for one side and too long ago for the other.',
  }),
  zone: ({ network }) => ({
    title: 'Time zone',
    text: `The day of the install at ${network} is not the day in this project: the ad account has another time zone.`,
  }),
  date_basis: ({ network }) => ({
    title: 'Day of the ad or day of the install',
    text: `${network} counts on the day of the click or view, Trailmark on the day of the install. Only one of the two is in this period.`,
  }),
  other_rule: ({ network, isMore }) => ({
    title: 'Other attribution rules',
    text: isMore
      ? `They clicked an ad of ${network}, and the rules of this project credit nobody for it.`
      : `Trailmark credits ${network} without a click or view that it would count, for example by the referrer of the store.`,
  }),
  skan: ({ network }) => ({
    title: 'Private postbacks of Apple',
    text: `${network} adds installs that Apple reports by SKAdNetwork without saying whose they are.`,
    noRows: 'Apple does not say which devices these are, so there are no installs to list.',
  }),
  not_seen: ({ network, isMore }) => ({
    title: isMore ? 'Not seen by Trailmark' : `Not claimed by ${network}`,
    text: isMore
      ? `${network} claims them, and no click or view of its ads that Trailmark saw belongs to them: ads without a Trailmark link, views that ${network} keeps to itself, or estimates.`
      : `By its own rules ${network} could count them, but it claims fewer.`,
    noRows: `${network} reports a number, not which installs it counts, so there are none to list.`,
  }),
};

export function causeWords(cause: DifferenceCause, context: CauseContext): CauseWords {
  return { noRows: null, ...CAUSES[cause](context) };
}

const count = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const counted = new Intl.NumberFormat('en', { maximumFractionDigits: 2, signDisplay: 'exceptZero' });

/** "−41", "+3", with a proper minus. */
export const signedCount = (change: number) => counted.format(change).replace('-', '−');

export const plainCount = (value: number) => count.format(value);

interface Counts {
  claimed: string;
  ours: number;
  difference: string;
}

/** "Meta claims 412 installs, Trailmark counts 371: 41 more." */
export function differenceHeadline(network: string, { claimed, ours, difference }: Counts): string {
  const claims = `${network} claims ${countInWords(Number(claimed), 'install')}`;
  const gap = Number(difference);
  if (gap === 0) return `${claims}, and Trailmark counts as many.`;
  return `${claims}, Trailmark counts ${plainCount(ours)}: ${plainCount(Math.abs(gap))} ${gap > 0 ? 'more' : 'fewer'}.`;
}

interface Rules {
  click_days: number;
  view_days: number;
  counts_by: 'touch' | 'install';
}

/** How a network counts, in lines. */
export const ruleWords = ({ click_days, view_days, counts_by }: Rules) => ({
  clicks: `up to ${countInWords(click_days, 'day')} before the install`,
  views: `up to ${countInWords(view_days, 'day')} before the install`,
  day: counts_by === 'touch' ? 'the day of the click or view' : 'the day of the install',
});
