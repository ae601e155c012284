import type { GuideSlug } from '@trailmark/contract/guides';
import type { ProjectWords } from '@trailmark/contract/project-words';
import type { SdkCapability, SdkCapabilityName, SdkWarning } from '@trailmark/contract/sdk-check';
import { countInWords } from '../../../words/count-in-words.ts';

interface CapabilityWords {
  title: string;
  /** What it is good for. */
  text: string;
  /** The integration works without it. */
  isOptional?: boolean;
}

const CAPABILITY_WORDS: Record<SdkCapabilityName, CapabilityWords> = {
  init: { title: 'First open', text: 'The app or page starts the SDK, and gets its attribution.' },
  identify: { title: 'User id', text: 'Events of your server find the install by it.' },
  event: { title: 'Event', text: 'Something that people do, such as add_to_cart.' },
  payment: { title: 'Payment', text: 'Revenue by campaign, and ROAS.' },
  deep_link: {
    title: 'Deep link',
    text: 'A link opened the app and was handed to the SDK.',
    isOptional: true,
  },
  referrer: { title: 'Referrer', text: 'The store names the click, so that the match is certain.' },
  signature: {
    title: 'Signature',
    text: 'Nobody can invent installs with the public token.',
    isOptional: true,
  },
  consent: { title: 'Consent', text: 'Ad networks want it for people in Europe.', isOptional: true },
};

/** What a page does otherwise. */
const WEB_WORDS: Partial<Record<SdkCapabilityName, CapabilityWords>> = {
  init: { title: 'First visit', text: 'The page starts the SDK, and gets its attribution.' },
  identify: { title: 'User id', text: 'Events of your server find the visitor by it.' },
  referrer: { title: 'Source', text: 'Where the visitor comes from: a campaign, an ad or another site.' },
};
/** Pages have no links that open them, and cannot keep a secret to sign with. */
const OF_APPS: readonly SdkCapabilityName[] = ['deep_link', 'signature'];

type ProjectPlatform = 'app' | 'web';

export const capabilityWords = (name: SdkCapabilityName, platform: ProjectPlatform): CapabilityWords =>
  (platform === 'web' && WEB_WORDS[name]) || CAPABILITY_WORDS[name];

/** What the project can show; what only apps do is shown of a website where one has done it. */
export const shownCapabilities = (all: SdkCapability[], platform: ProjectPlatform): SdkCapability[] =>
  all.filter(
    ({ capability, seen_at }) => platform === 'app' || seen_at !== null || !OF_APPS.includes(capability),
  );

interface WarningWords {
  title: (warning: SdkWarning, words: ProjectWords) => string;
  /** What it means. */
  meaning: (words: ProjectWords) => string;
  /** What to do. */
  advice: (words: ProjectWords) => string;
  /** What the example is. */
  example: (example: string) => string;
  guide?: GuideSlug;
}

const hours = (seconds: number) =>
  Math.abs(seconds) >= 5400
    ? `${Math.round(Math.abs(seconds) / 360) / 10} h`
    : `${Math.round(Math.abs(seconds) / 60)} min`;

export const WARNING_WORDS: Record<SdkWarning['kind'], WarningWords> = {
  unsigned_requests: {
    title: ({ count }) => `${countInWords(count, 'unsigned request')} refused`,
    meaning: () => 'This project requires signatures, and requests came without one. Their data is lost.',
    advice: () => 'Give every version of the app in use a credential, or choose Report until it has one.',
    example: (example) => example,
  },
  events_without_init: {
    title: ({ count, of }, { firstOpen }) =>
      `${count} of ${countInWords(of, 'event')} came without a ${firstOpen}`,
    meaning: ({ installs }) => `Their ${installs} never sent init, so no campaign is credited with them.`,
    advice: ({ product }) => `Call init before everything else, at every start of the ${product}.`,
    example: (name) => `the latest is “${name}”`,
  },
  duplicate_payments: {
    title: ({ count }) => `${countInWords(count, 'payment')} may be counted twice`,
    meaning: () => 'The same person paid the same amount within 10 seconds under different payment ids.',
    advice: () => 'Send the id of the order or transaction as payment_id, and the same one again in a retry.',
    example: (payment) => `the latest is ${payment}`,
  },
  clock_skew: {
    title: ({ count }) => `${countInWords(count, 'request')} from a device with a wrong clock`,
    meaning: () => 'Its time was more than 5 minutes away from ours when it sent the request.',
    advice: () =>
      'A few are normal: times are corrected by what the device says itself. If it is every request, the app sends local time as UTC.',
    example: (seconds) =>
      `the latest is ${hours(Number(seconds))} ${Number(seconds) > 0 ? 'ahead' : 'behind'}`,
  },
  no_user_id: {
    title: ({ of }, { install }) => `None of ${countInWords(of, install)} has a user id`,
    meaning: ({ install }) => `Events and payments of your server cannot find their ${install}.`,
    advice: ({ product }) => `Call identify when a person signs in to the ${product}, or signs up.`,
    example: (example) => example,
  },
  zero_advertising_ids: {
    title: ({ count }) => `All ${countInWords(count, 'advertising id')} are zeros`,
    meaning: () => 'The app reads the id before it may, so installs are not matched by it.',
    advice: () =>
      'On iOS read it after the person has agreed to tracking; on Android ask for the AD_ID permission.',
    example: (id) => `the latest is ${id}`,
  },
  click_before_open: {
    title: ({ count }) => `${countInWords(count, 'first open')} less than 1 second after the click`,
    meaning: () => 'Nobody installs an app that fast, so the click counts as fraud.',
    advice: () => 'When testing, wait 10 seconds between the click and the first open.',
    example: (age) => `the latest after ${age}`,
  },
  old_sdk: {
    title: ({ count }, { install }) => `${countInWords(count, install)} with an old SDK`,
    meaning: ({ installs }) => `A newer version of the package has fixes that these ${installs} do not have.`,
    advice: ({ product }) => `Update the package with the next release of your ${product}.`,
    example: (version) => `the latest has ${version}`,
  },
};
