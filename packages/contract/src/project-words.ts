import type { Platform } from './projects.ts';

/**
 * What the same things are called in a project of an app and in one of a website: an app is installed and opened, a
 * website is visited. Screens, metrics and files take their words from here, so none of them asks what a project is.
 */
export interface ProjectWords {
  /** What is measured: an app or a website. */
  product: string;
  /** What is followed from its first day on. */
  install: string;
  installs: string;
  /** The same as metrics count it: those that are new. */
  newInstall: string;
  newInstalls: string;
  /** A new one of somebody who is known. */
  reinstall: string;
  reinstalls: string;
  /** Both of them: what cohorts and lists of people include. */
  allInstalls: string;
  /** The moment at which one begins. */
  arrival: string;
  /** The heading of that moment. */
  arrived: string;
  /** What people do then; the past has -ed. */
  arriveVerb: string;
  firstOpen: string;
  open: string;
  opens: string;
  session: string;
  sessions: string;
  device: string;
  devices: string;
  /** The first step of a funnel: the first open of a new one or of a known one. */
  installEvent: string;
  /** The name of what a new one costs. */
  cpi: string;
  /** What makes a new one of somebody who is known. */
  reinstallFormula: string;
}

export const PROJECT_WORDS: Readonly<Record<Platform, ProjectWords>> = {
  app: {
    product: 'app',
    install: 'install',
    installs: 'installs',
    newInstall: 'install',
    newInstalls: 'installs',
    reinstall: 'reinstall',
    reinstalls: 'reinstalls',
    allInstalls: 'installs + reinstalls',
    arrival: 'install',
    arrived: 'Installed',
    arriveVerb: 'install',
    firstOpen: 'first open',
    open: 'open',
    opens: 'opens',
    session: 'session',
    sessions: 'sessions',
    device: 'device',
    devices: 'devices',
    installEvent: 'Install or reinstall',
    cpi: 'CPI',
    reinstallFormula: 'First opens after the app was installed again on a known device',
  },
  web: {
    product: 'website',
    install: 'visitor',
    installs: 'visitors',
    newInstall: 'new visitor',
    newInstalls: 'new visitors',
    reinstall: 'recognised visitor',
    reinstalls: 'recognised visitors',
    allInstalls: 'new + recognised visitors',
    arrival: 'first visit',
    arrived: 'First visit',
    arriveVerb: 'visit',
    firstOpen: 'first visit',
    open: 'visit',
    opens: 'visits',
    session: 'visit',
    sessions: 'visits',
    device: 'browser',
    devices: 'browsers',
    installEvent: 'First visit',
    cpi: 'Cost per new visitor',
    reinstallFormula: 'First visits in another browser by people who are known already',
  },
};

/** A word as the beginning of a sentence or a label. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A label within a sentence. */
export function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** A word with its article: "an install", "a visitor". */
export function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
