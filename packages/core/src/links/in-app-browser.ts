/** The words by which apps mark the browser inside them; the first that fits names it. */
const APPS: readonly [name: string, mark: RegExp][] = [
  ['Instagram', /\bInstagram\b/],
  ['Threads', /\bBarcelona\b/],
  ['Messenger', /\bFBAN\/Messenger|FB_IAB\/(Orca|MESSENGER)|\bMessengerForiOS\b/],
  ['Facebook', /\bFBAN\/|\bFBAV\/|\bFB_IAB\//],
  ['TikTok', /musical_ly|\bBytedanceWebview\b|\bByteLocale\/|\bTikTok\b|\btrill_/],
  ['LinkedIn', /\bLinkedInApp\b/],
  ['X', /Twitter for (iPhone|iPad)|\bTwitterAndroid\b/],
  ['Snapchat', /\bSnapchat\b/],
  ['Pinterest', /\[Pinterest\/|\bPinterest for (iOS|Android)/],
  ['WeChat', /\bMicroMessenger\b/],
  ['QQ', /\bQQ\/\d/],
  ['Line', /\bLine\/\d/],
  ['KakaoTalk', /\bKAKAOTALK\b/],
  ['Naver', /\bNAVER\(/],
  ['Weibo', /\bWeibo\b/],
  ['Reddit', /\bReddit\/(Version|\d)/],
  ['Telegram', /\bTelegram-(Android|iOS)\b/],
  ['Google app', /\bGSA\/\d/],
];

/** Apps that are browsers of their own right: they open stores and other apps as a browser does. */
const OPENS_APPS = new Set(['Google app']);

/** Old WebViews had no `wv` but a `Version/4.0` in front of Chrome: https://developer.chrome.com/docs/webview/user-agents */
const ANDROID_WEBVIEW = /\bAndroid\b.*(; wv\)|Version\/4\.0 Chrome\/)/;
/** Safari and browsers on iOS name themselves after Mobile/…; a bare WKWebView ends there. */
const IOS_WEBVIEW = /\b(iPhone|iPad|iPod)\b(?!.*(Safari\/|CriOS|FxiOS|EdgiOS|OPT\/|OPiOS|DuckDuckGo|Brave))/;

/** The name of the app whose own browser this is, or null for a browser that a person chose. */
export function inAppBrowserOf(userAgent: string): string | null {
  const app = APPS.find(([, mark]) => mark.test(userAgent))?.[0];
  if (app) return OPENS_APPS.has(app) ? null : app;
  if (ANDROID_WEBVIEW.test(userAgent)) return 'Android WebView';
  return IOS_WEBVIEW.test(userAgent) && userAgent.includes('AppleWebKit/') ? 'iOS WebView' : null;
}
