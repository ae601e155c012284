import {
  addressFor,
  appDestination,
  type Destination,
  type Outcome,
  storeDestination,
  webDestination,
} from './destination.ts';
import { intentUrl } from './intent-url.ts';
import { isOpen, type LinkTarget } from './link-target.ts';
import { webUrl } from './safe-destination.ts';
import type { Visitor } from './visitor.ts';

/** What becomes of a visit. */
export type Target =
  | { kind: 'redirect'; url: string; outcome: Outcome }
  /** A page with a button, since the browser inside an app follows no link into another app by itself. */
  | {
      kind: 'interstitial';
      projectName: string;
      inApp: string;
      appUrl: string | null;
      /** Where to go without the app. */
      elseUrl: string | null;
      elseOutcome: Outcome | null;
    }
  | { kind: 'preview'; projectName: string }
  /** The link was switched off, archived or has expired; or it has no destination. */
  | { kind: 'gone'; reason: 'closed' | 'nowhere'; projectName: string; website: string | null }
  | { kind: 'unknown' };

export interface Visit {
  /** The signed click; null when the visit is not recorded. */
  clickToken: string | null;
  /** The query of the request. */
  query: { get(name: string): string | null };
  nowMs: number;
}

/** The first destination for each kind of visitor. */
interface Plan {
  ios: Destination | null;
  android: Destination | null;
  macos: Destination | null;
  desktop: Destination | null;
  app: Destination | null;
}

const first = (chain: (Destination | null)[]) => chain.find((one) => one !== null) ?? null;

function planOf(link: LinkTarget): Plan {
  const own = { carriesClick: true };
  const campaign = webDestination(link, link.desktopRedirect, own);
  const website = webDestination(link, link.website, { carriesClick: false });
  const iosWeb = webDestination(link, link.iosWebRedirect, own);
  const androidWeb = webDestination(link, link.androidWebRedirect, own);
  const iosStore = storeDestination(link, link.iosStore);
  const androidStore = storeDestination(link, link.androidStore);
  const app = appDestination(link);
  return {
    ios: first([iosWeb, iosStore, campaign, website, androidWeb, app, androidStore]),
    android: first([androidWeb, androidStore, campaign, website, iosWeb, app, iosStore]),
    macos: first([campaign, website, iosStore, androidStore, iosWeb, androidWeb]),
    desktop: first([campaign, website, androidStore, iosStore, androidWeb, iosWeb]),
    app,
  };
}

/** Links are never changed once made, so a plan holds as long as its link. */
const plans = new WeakMap<LinkTarget, Plan>();

function planFor(link: LinkTarget): Plan {
  const known = plans.get(link);
  if (known) return known;
  const plan = planOf(link);
  plans.set(link, plan);
  return plan;
}

function chosen(plan: Plan, { platform, os }: Visitor): Destination | null {
  if (platform === 'ios' || platform === 'android') return plan[platform];
  return os === 'macOS' ? plan.macos : plan.desktop;
}

function interstitial(
  { link, app, other }: { link: LinkTarget; app: Destination | null; other: Destination | null },
  visitor: Visitor,
  visit: Visit,
): Target {
  const elseUrl = other && other !== app ? addressFor(other, visit) : null;
  const deepLink = app && addressFor(app, visit);
  const isAndroid = visitor.platform === 'android';
  const appUrl =
    deepLink && isAndroid ? intentUrl(deepLink, { store: link.androidStore, elseUrl }) : deepLink;
  return {
    kind: 'interstitial',
    projectName: link.projectName,
    inApp: visitor.inApp ?? '',
    appUrl,
    elseUrl,
    elseOutcome: elseUrl && other ? other.outcome : null,
  };
}

/**
 * Where a visit leads: only to addresses of the campaign and its project. Phones: the platform's web page, its
 * store, the campaign's page, the project's website, then whatever is left; desktops: the campaign's page, the
 * website, a store's page.
 */
export function resolveTarget(link: LinkTarget | null, visitor: Visitor, visit: Visit): Target {
  if (!link) return { kind: 'unknown' };
  const { projectName } = link;
  if (!isOpen(link, visit.nowMs)) {
    return { kind: 'gone', reason: 'closed', projectName, website: webUrl(link.website) };
  }
  if (visitor.kind !== 'person') return { kind: 'preview', projectName };
  const plan = planFor(link);
  const other = chosen(plan, visitor);
  const isPhone = visitor.platform === 'ios' || visitor.platform === 'android';
  const opensApps = plan.app !== null || other?.outcome === 'store';
  if (isPhone && visitor.inApp !== null && opensApps) {
    return interstitial({ link, app: plan.app, other }, visitor, visit);
  }
  if (!other) return { kind: 'gone', reason: 'nowhere', projectName, website: null };
  return { kind: 'redirect', url: addressFor(other, visit), outcome: other.outcome };
}
