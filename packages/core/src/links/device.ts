export type VisitorPlatform = 'ios' | 'android' | 'desktop' | 'other';

export interface Device {
  platform: VisitorPlatform;
  os: 'iOS' | 'Android' | 'macOS' | 'Windows' | 'ChromeOS' | 'Linux' | null;
  osVersion: string | null;
  model: string | null;
}

const NOTHING: Device = { platform: 'other', os: null, osVersion: null, model: null };

/** Systems in the order in which they are checked: a Windows phone also says Android, Android also says Linux. */
const SYSTEMS: readonly [os: Device['os'], platform: VisitorPlatform, mark: RegExp][] = [
  [null, 'other', /Windows Phone|KAIOS|Tizen|Web0S|SMART-TV|SmartTV|CrKey|PlayStation|Nintendo|Xbox/],
  ['iOS', 'ios', /\b(iPhone|iPad|iPod)\b/],
  ['Android', 'android', /\bAndroid\b/],
  ['macOS', 'desktop', /\bMacintosh\b/],
  ['Windows', 'desktop', /\bWindows NT\b/],
  ['ChromeOS', 'desktop', /\bCrOS\b/],
  ['Linux', 'desktop', /\b(X11|Wayland|Linux)\b/],
];

const dotted = (version: string | undefined) => version?.replaceAll('_', '.') || null;

/**
 * Safari 26 always reports iOS 18_6 or 18_7, whatever it runs on; only an in-app browser may report the real version.
 * https://nielsleenheer.com/articles/2025/the-user-agent-string-of-safari-on-ios-26-and-macos-26
 */
function iosVersion(text: string): string | null {
  const inApp = /\bFBSV\/(\d+(?:\.\d+)*)|; iOS (\d+(?:_\d+)*);/.exec(text);
  if (inApp) return dotted(inApp[1] ?? inApp[2]);
  const version = dotted(/\bOS (\d+(?:_\d+)*) like Mac OS X/.exec(text)?.[1]);
  const mayBeFrozen = version !== null && /^18\.[67]\b/.test(version);
  return mayBeFrozen && !/\bVersion\/18\b/.test(text) ? null : version;
}

/** Meta's apps write the machine's name: iPhone15,2. */
function iosModel(text: string): string | null {
  return /\b((?:iPhone|iPad|iPod)\d+,\d+)\b/.exec(text)?.[1] ?? null;
}

const LOCALE = /^[a-z]{2}([-_][a-zA-Z]{2})?$/;
const NO_MODEL = new Set(['K', 'Mobile', 'Tablet', 'U', 'wv']);

/** `(Linux; Android 13; Pixel 7 Build/TQ3A…)`; the frozen form is always `Android 10; K`. https://www.chromium.org/updates/ua-reduction */
function androidDevice(text: string): Pick<Device, 'osVersion' | 'model'> {
  const inside = /\bAndroid (\d+(?:\.\d+)*)((?:; [^;)]*)*)/.exec(text);
  if (!inside) return { osVersion: null, model: null };
  const parts = (inside[2] ?? '').split('; ').slice(1);
  if (inside[1] === '10' && parts[0] === 'K') return { osVersion: null, model: null };
  const named = parts
    .map((part) => part.replace(/ Build\/.*$/, '').trim())
    .find((part) => part !== '' && !LOCALE.test(part) && !NO_MODEL.has(part) && !part.startsWith('rv:'));
  return { osVersion: inside[1] ?? null, model: named?.slice(0, 60) ?? null };
}

/** The device of a user agent, as far as it is given. */
export function readDevice(text: string): Device {
  const system = SYSTEMS.find(([, , mark]) => mark.test(text));
  if (!system) return NOTHING;
  const [os, platform] = system;
  if (os === 'iOS') return { os, platform, osVersion: iosVersion(text), model: iosModel(text) };
  if (os === 'Android') return { os, platform, ...androidDevice(text) };
  // Desktops report a frozen version: macOS 10_15_7, Windows 10.0.
  return { os, platform, osVersion: null, model: null };
}
