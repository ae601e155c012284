/** The guides in docs/guides: on the SDK screen with a project's own values, and as Markdown for machines. */
export const GUIDES = [
  { slug: 'web', title: 'Web', about: 'A snippet, or an npm package for React, Next.js and the rest.' },
  { slug: 'react-native', title: 'React Native', about: 'The package for React Native and Expo.' },
  { slug: 'android', title: 'Android', about: 'A native Android app, over HTTP.' },
  { slug: 'ios', title: 'iOS', about: 'A native iOS app, over HTTP.' },
  { slug: 'server', title: 'Server', about: 'Events and payments that only your server knows of.' },
  { slug: 'device-data', title: 'Device data', about: 'Every field of device_data.' },
  { slug: 'testing', title: 'Testing', about: 'How to test an integration, and what each warning means.' },
] as const;
/** Documents of docs that screens lead to; they are served beside the guides. */
export const DOCUMENTS = [
  {
    slug: 'skan',
    title: 'SKAN postbacks',
    about: 'How postbacks of SKAdNetwork and AdAttributionKit are received, checked and counted.',
  },
  {
    slug: 'skan-schema',
    title: 'SKAN schema',
    about: 'How conversion values are made from events, exported and back-tested.',
  },
  { slug: 'skan-report', title: 'SKAN report', about: 'What each number of the SKAN report counts.' },
] as const;

export type GuideSlug = (typeof GUIDES)[number]['slug'];

/** What the guides leave open, written `{{name}}` in them. */
export interface GuideValues {
  /** The public token of the project. */
  token: string;
  /** The public token of a whitelisted host, for its pages. */
  host_token: string;
  /** Where this installation is reached. */
  endpoint: string;
  /** What links begin with. */
  links: string;
  /** The host of links, for the settings of apps. */
  link_host: string;
  /** Of the project: payments in another one need an exchange rate. */
  currency: string;
}

/** What guides show instead of a token where none is given. */
export const NO_HOST_TOKEN = 'YOUR_HOST_TOKEN';

export function fillGuide(text: string, values: GuideValues): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof GuideValues] : whole,
  );
}

/** A web project begins with the web, an app with React Native. */
export function guidesFor(platform: 'web' | 'app'): (typeof GUIDES)[number][] {
  const [web, ...others] = GUIDES;
  if (platform === 'web') return [...GUIDES];
  const apps = others.slice(0, 3);
  return [...apps, web, ...others.slice(3)];
}
