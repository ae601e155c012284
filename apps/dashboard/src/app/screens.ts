import type { Permission } from '@trailmark/contract/permissions';
import type { ComponentType } from 'react';

export type ScreenAccess = 'public' | 'signed_in' | 'project';
export type ScreenIcon =
  | 'overview'
  | 'campaigns'
  | 'sdk'
  | 'settings'
  | 'members'
  | 'keys'
  | 'domains'
  | 'log'
  | 'danger'
  | 'account'
  | 'new';

/** The groups of the rail, in their order; the first has no name. */
export const RAIL_GROUPS = ['top', 'Connect', 'Project'] as const;
export type RailGroup = (typeof RAIL_GROUPS)[number];

export interface Screen {
  path: `/${string}`;
  /** The document's title; in the shell also the heading of the top bar, so that the page has no h1 of its own. */
  title: string;
  access: ScreenAccess;
  /** What a role must have to open it. */
  permission?: Permission;
  /** `bare` screens stand alone and bring their own h1. */
  frame: 'bare' | 'shell';
  /** A form needs no wide page; what stands in for it while it loads is as narrow. */
  width?: 'narrow';
  /** Shares the sub-navigation of the settings. */
  layout?: 'settings';
  icon?: ScreenIcon;
  /** Where the rail shows it: on top, or under a group's name. */
  rail?: RailGroup;
  /** The rail's word for a whole section, when it is not the title. */
  railLabel?: string;
  /** Where people land: it draws no tooltips, and so loads without the code that places them. */
  light?: boolean;
  load: () => Promise<ComponentType>;
}

/** Every screen of the dashboard: the router, the rail, the palette and the tests are made from this list. */
export const SCREENS: readonly Screen[] = [
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
    load: () => import('../features/welcome/welcome-screen.tsx').then((file) => file.WelcomeScreen),
  },
  {
    path: '/overview',
    title: 'Overview',
    access: 'project',
    permission: 'project.open',
    frame: 'shell',
    icon: 'overview',
    rail: 'top',
    light: true,
    load: () => import('../features/overview/overview-screen.tsx').then((file) => file.OverviewScreen),
  },
  {
    path: '/campaigns',
    title: 'Campaigns',
    access: 'project',
    permission: 'reports.see',
    frame: 'shell',
    icon: 'campaigns',
    rail: 'top',
    load: () => import('../features/campaigns/campaigns-screen.tsx').then((file) => file.CampaignsScreen),
  },
  {
    path: '/campaigns/new',
    title: 'New campaign',
    access: 'project',
    permission: 'campaigns.edit',
    frame: 'shell',
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
    load: () => import('../features/campaigns/campaign-screen.tsx').then((file) => file.CampaignScreen),
  },
  {
    path: '/sdk',
    title: 'SDK',
    access: 'project',
    permission: 'connections.see',
    frame: 'shell',
    icon: 'sdk',
    rail: 'Connect',
    load: () => import('../features/sdk-access/sdk-screen.tsx').then((file) => file.SdkScreen),
  },
  {
    path: '/settings/general',
    title: 'General',
    access: 'project',
    permission: 'settings.see',
    frame: 'shell',
    layout: 'settings',
    icon: 'settings',
    rail: 'Project',
    railLabel: 'Settings',
    load: () => import('../features/settings/general-screen.tsx').then((file) => file.GeneralScreen),
  },
  {
    path: '/settings/members',
    title: 'Members',
    access: 'project',
    permission: 'members.see',
    frame: 'shell',
    layout: 'settings',
    icon: 'members',
    load: () => import('../features/members/members-screen.tsx').then((file) => file.MembersScreen),
  },
  {
    path: '/settings/keys',
    title: 'Keys',
    access: 'project',
    permission: 'connections.see',
    frame: 'shell',
    layout: 'settings',
    icon: 'keys',
    load: () => import('../features/keys/keys-screen.tsx').then((file) => file.KeysScreen),
  },
  {
    path: '/settings/domains',
    title: 'Domains',
    access: 'project',
    permission: 'connections.see',
    frame: 'shell',
    layout: 'settings',
    icon: 'domains',
    load: () => import('../features/domains/domains-screen.tsx').then((file) => file.DomainsScreen),
  },
  {
    path: '/settings/audit-log',
    title: 'Audit log',
    access: 'project',
    permission: 'audit.see',
    frame: 'shell',
    layout: 'settings',
    icon: 'log',
    load: () => import('../features/audit-log/audit-log-screen.tsx').then((file) => file.AuditLogScreen),
  },
  {
    path: '/settings/danger',
    title: 'Danger zone',
    access: 'project',
    permission: 'project.open',
    frame: 'shell',
    layout: 'settings',
    icon: 'danger',
    load: () => import('../features/settings/danger-screen.tsx').then((file) => file.DangerScreen),
  },
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
    title: 'Account',
    access: 'signed_in',
    frame: 'shell',
    width: 'narrow',
    icon: 'account',
    load: () => import('../features/account/account-screen.tsx').then((file) => file.AccountScreen),
  },
];

/** The screen at a path, or none for redirects and unknown paths. */
export function screenAt(path: string): Screen | undefined {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path;
  return SCREENS.find((screen) => screen.path === plain);
}

/** Whether a path leads somewhere by itself: one with a parameter needs to know which. */
export function isWholePath(path: string): boolean {
  return !path.includes('$');
}
