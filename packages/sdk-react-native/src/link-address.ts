/** Parameters that Trailmark's pages and Apple put into links that open the app. */
const OWN_PARAMETERS = /[?&](tm_click|AdAttributionKitReengagementOpen)(=|&|$)/;

const hostOf = (url: string) =>
  /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase();

/**
 * Whether a link that opened the app may be sent without being asked to: one of the project's own domains, or with a
 * parameter of ours. Other links may hold secrets, such as the answer of a sign-in.
 */
export function isOwnLink(url: string, domains: readonly string[]): boolean {
  const host = hostOf(url);
  const isOwnHost = domains.some((domain) => host === domain.toLowerCase());
  return isOwnHost || OWN_PARAMETERS.test(url.split('#')[0] ?? '');
}
