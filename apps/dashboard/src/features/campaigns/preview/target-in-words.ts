import type { TargetPreview } from '@trailmark/contract/links';

export interface TargetWords {
  title: string;
  /** The address behind it, when there is one. */
  url: string | null;
  /** Somebody should look at it. */
  warns: boolean;
}

const HOSTS: Record<string, string> = {
  'apps.apple.com': 'App Store',
  'itunes.apple.com': 'App Store',
  'play.google.com': 'Google Play',
};

function destinationName(url: string, outcome: 'store' | 'web' | 'app'): string {
  if (outcome === 'app') return 'The app';
  if (outcome === 'web') return 'Web page';
  return HOSTS[URL.canParse(url) ? new URL(url).hostname : ''] ?? 'Store';
}

/** What a visitor gets, in a few words. */
export function targetInWords(target: TargetPreview): TargetWords {
  if (target.kind === 'redirect') {
    return { title: destinationName(target.url, target.outcome), url: target.url, warns: false };
  }
  if (target.kind === 'gone') {
    const closed = target.reason === 'closed';
    return {
      title: closed ? 'A page that says the link is closed' : 'Nowhere: no destination is set',
      url: null,
      warns: true,
    };
  }
  const { app_url, else_url } = target;
  const title = !app_url
    ? 'A page with a button to the store'
    : else_url
      ? 'A page with a button: the app, or else'
      : 'A page with a button that opens the app';
  return { title, url: else_url ?? app_url, warns: false };
}
