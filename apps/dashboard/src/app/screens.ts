import { CONNECTION_SCREENS } from './connection-screens.ts';
import type { Screen } from './screen.ts';
import { SETTINGS_SCREENS } from './settings-screens.ts';

/** Every screen of the dashboard, with the types of their paths for the router. */
export const SCREEN_LIST = [
  {
    path: '/login',
    title: 'Sign in',
    access: 'public',
    frame: 'bare',
    load: () => import('../features/sign-in/login-screen.tsx').then((file) => file.LoginScreen),
  },
  {
    path: '/login/verify',
    title: 'Signing in',
    access: 'public',
    frame: 'bare',
    load: () => import('../features/sign-in/verify-screen.tsx').then((file) => file.VerifyScreen),
  },
  {
    path: '/login/callback',
    title: 'Signing in',
    access: 'public',
    frame: 'bare',
    load: () => import('../features/sign-in/callback-screen.tsx').then((file) => file.CallbackScreen),
  },
  {
    path: '/invite',
    title: 'Invitation',
    access: 'public',
    frame: 'bare',
    load: () => import('../features/invites/invite-screen.tsx').then((file) => file.InviteScreen),
  },
  {
    path: '/welcome',
    title: 'Welcome',
    access: 'signed_in',
    frame: 'bare',
    load: () => import('./screens/welcome-screen.tsx').then((file) => file.WelcomeScreen),
  },
  {
    path: '/overview',
    goKey: 'o',
    title: 'Overview',
    access: 'project',
    permission: 'project.open',
    frame: 'shell',
    layout: 'report',
    icon: 'overview',
    rail: 'top',
    light: true,
    load: () => import('../features/overview/overview-screen.tsx').then((file) => file.OverviewScreen),
  },
  {
    path: '/campaigns',
    goKey: 'c',
    title: 'Campaigns',
    access: 'project',
    permission: 'reports.see',
    frame: 'shell',
    layout: 'report',
    icon: 'campaigns',
    rail: 'top',
    load: () => import('../features/campaigns/campaigns-screen.tsx').then((file) => file.CampaignsScreen),
  },
  {
    path: '/campaigns/new',
    goKey: 'n',
    title: 'New campaign',
    access: 'project',
    permission: 'campaigns.edit',
    frame: 'shell',
    layout: 'plain',
    icon: 'new',
    load: () =>
      import('../features/campaigns/new-campaign-screen.tsx').then((file) => file.NewCampaignScreen),
  },
  {
    path: '/campaigns/$campaign_id',
    title: 'Campaign',
    access: 'project',
    permission: 'reports.see',
    frame: 'shell',
    layout: 'report',
    load: () => import('./screens/campaign-screen.tsx').then((file) => file.CampaignScreen),
  },
  {
    path: '/cohorts',
    goKey: 'h',
    title: 'Cohorts',
    access: 'project',
    permission: 'reports.see',
    frame: 'shell',
    layout: 'report',
    icon: 'cohorts',
    rail: 'top',
    load: () => import('../features/cohorts/cohorts-screen.tsx').then((file) => file.CohortsScreen),
  },
  {
    path: '/spend',
    goKey: 'm',
    title: 'Spend',
    access: 'project',
    permission: 'connections.see',
    frame: 'shell',
    layout: 'plain',
    icon: 'spend',
    rail: 'top',
    load: () => import('../features/spend/spend-screen.tsx').then((file) => file.SpendScreen),
  },
  {
    path: '/skan',
    goKey: 'k',
    title: 'SKAN',
    access: 'project',
    permission: 'reports.see',
    frame: 'shell',
    layout: 'report',
    icon: 'skan',
    rail: 'top',
    load: () => import('../features/skan/skan-screen.tsx').then((file) => file.SkanScreen),
  },
  {
    path: '/events',
    goKey: 'e',
    title: 'Events',
    access: 'project',
    permission: 'reports.see',
    frame: 'shell',
    layout: 'report',
    icon: 'events',
    rail: 'top',
    load: () => import('../features/events/events-screen.tsx').then((file) => file.EventsScreen),
  },
  {
    path: '/users',
    goKey: 'p',
    title: 'People',
    access: 'project',
    permission: 'reports.see',
    frame: 'shell',
    layout: 'report',
    icon: 'people',
    rail: 'top',
    load: () => import('../features/people/people-screen.tsx').then((file) => file.PeopleScreen),
  },
  {
    path: '/users/$id',
    title: 'Person',
    access: 'project',
    permission: 'reports.see',
    frame: 'shell',
    layout: 'report',
    load: () => import('../features/people/person-screen.tsx').then((file) => file.PersonScreen),
  },
  {
    path: '/live',
    goKey: 'l',
    title: 'Live',
    access: 'project',
    permission: 'reports.see',
    frame: 'shell',
    layout: 'plain',
    icon: 'live',
    rail: 'top',
    isLive: true,
    load: () => import('../features/live/live-screen.tsx').then((file) => file.LiveScreen),
  },
  {
    path: '/exports',
    goKey: 'x',
    title: 'Raw data exports',
    access: 'project',
    permission: 'reports.export',
    frame: 'shell',
    layout: 'plain',
    icon: 'exports',
    rail: 'top',
    railLabel: 'Exports',
    load: () => import('../features/exports/exports-screen.tsx').then((file) => file.ExportsScreen),
  },
  {
    path: '/reports',
    title: 'Reports by mail',
    access: 'project',
    permission: 'reports.see',
    frame: 'shell',
    layout: 'plain',
    icon: 'reports',
    rail: 'top',
    railLabel: 'Reports',
    keywords: ['scheduled reports', 'mail', 'daily', 'weekly', 'subscribe'],
    load: () => import('../features/reports/reports-screen.tsx').then((file) => file.ReportsScreen),
  },
  {
    path: '/alerts',
    goKey: 't',
    title: 'Alerts',
    access: 'project',
    permission: 'alerts.see',
    frame: 'shell',
    layout: 'plain',
    icon: 'alerts',
    rail: 'top',
    keywords: ['notifications', 'monitoring', 'no events', 'CPI', 'ROAS', 'threshold', 'mute'],
    load: () => import('../features/alerts/alerts-screen.tsx').then((file) => file.AlertsScreen),
  },
  ...CONNECTION_SCREENS,
  ...SETTINGS_SCREENS,
  {
    path: '/new-project',
    title: 'New project',
    access: 'signed_in',
    frame: 'shell',
    width: 'narrow',
    icon: 'new',
    load: () => import('../features/projects/new-project-screen.tsx').then((file) => file.NewProjectScreen),
  },
  {
    path: '/account',
    goKey: 'a',
    title: 'Account',
    access: 'signed_in',
    frame: 'shell',
    width: 'narrow',
    icon: 'account',
    load: () => import('./screens/account-screen.tsx').then((file) => file.AccountScreen),
  },
] as const satisfies readonly Screen[];

type ScreenPath = (typeof SCREEN_LIST)[number]['path'];

/** A path that leads somewhere by itself: one with a parameter needs to know which. */
export type WholePath = Exclude<ScreenPath, `${string}$${string}`>;
export type WholeScreen = Screen & { path: WholePath };

/** The same list: the rail, the palette and the tests are made from it. */
export const SCREENS: readonly Screen[] = SCREEN_LIST;

/** Screens that can be linked to without a parameter. */
export const WHOLE_SCREENS: readonly WholeScreen[] = SCREENS.filter(isWhole);

/** The screen at a path, or none for redirects and unknown paths. */
export function screenAt(path: string): Screen | undefined {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path;
  return SCREENS.find((screen) => screen.path === plain);
}

export function isWhole(screen: Screen): screen is WholeScreen {
  return !screen.path.includes('$');
}
