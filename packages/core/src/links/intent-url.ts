import { parametersIn } from './add-parameters.ts';

/** Letters, digits and underscores between dots: https://developer.android.com/build/configure-app-module */
const PACKAGE = /^[a-zA-Z]\w*(\.[a-zA-Z]\w*)+$/;

/**
 * Android's own way to open an app or else another address, which browsers inside apps follow on a tap.
 * https://developer.chrome.com/docs/android/intents
 */
export function intentUrl(
  deepLink: string,
  { store, elseUrl }: { store: string | null; elseUrl: string | null },
): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^#]*)$/i.exec(deepLink);
  const id = store && parametersIn(store).get('id');
  // A fragment of the deep link would end where the intent's own begins.
  if (!match || !id || !PACKAGE.test(id)) return deepLink;
  const [, scheme, rest] = match;
  const fallback = elseUrl ? `S.browser_fallback_url=${encodeURIComponent(elseUrl)};` : '';
  return `intent://${rest}#Intent;scheme=${scheme};package=${id};${fallback}end`;
}
