export type DeviceKind = 'phone' | 'tablet' | 'computer' | 'program';

export interface Device {
  kind: DeviceKind;
  name: string;
}

type Rule = [pattern: RegExp, name: string];

// The order matters: most browsers also carry the names of those that they are compatible with.
const BROWSERS: Rule[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: [pattern: RegExp, name: string, kind: DeviceKind][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android tablet', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
];

/** Names the device of a User-Agent header the way a person would, such as "Chrome on macOS". */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent?.trim()) return { kind: 'program', name: 'Unknown device' };
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent));
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser && system) return { kind: system[2], name: `${browser} on ${system[1]}` };
  if (browser) return { kind: 'computer', name: browser };
  if (system) return { kind: system[2], name: system[1] };
  const program = /^([\w .-]{1,40})\//.exec(userAgent)?.[1];
  return { kind: 'program', name: program ?? 'Unknown device' };
}
