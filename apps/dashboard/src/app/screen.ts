import type { Permission } from '@trailmark/contract/permissions';
import type { ComponentType } from 'react';

export type ScreenAccess = 'public' | 'signed_in' | 'project';
export type ScreenIcon =
  | 'overview'
  | 'campaigns'
  | 'cohorts'
  | 'spend'
  | 'events'
  | 'people'
  | 'live'
  | 'exports'
  | 'reports'
  | 'alerts'
  | 'integrations'
  | 'postbacks'
  | 'skan'
  | 'sdk'
  | 'webhooks'
  | 'deliveries'
  | 'settings'
  | 'attribution'
  | 'fraud'
  | 'privacy'
  | 'members'
  | 'keys'
  | 'domains'
  | 'usage'
  | 'money'
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
  /** `bare` screens have no shell and bring their own h1. */
  frame: 'bare' | 'shell';
  /** A form needs no wide page; its placeholder is as narrow while it loads. */
  width?: 'narrow';
  /**
   * Of screens of a project: `settings` share a sub-navigation, `report` screens take the chosen days along from one
   * to the next.
   */
  layout?: 'plain' | 'settings' | 'report';
  icon?: ScreenIcon;
  /** Where the rail shows it: on top, or under a group's name. */
  rail?: RailGroup;
  /** The rail's word for a whole section, when it is not the title. */
  railLabel?: string;
  /** What the palette finds it by besides its title: what can be done there. */
  keywords?: readonly string[];
  /** The letter that leads there after G. */
  goKey?: string;
  /** The rail counts next to it how many connections of this sort need a person. */
  counts?: 'tools' | 'webhooks';
  /** Has a dot in the rail: it shows what is happening now. */
  isLive?: boolean;
  /** Where people land: it draws no tooltips, and so loads without the code that places them. */
  light?: boolean;
  load: () => Promise<ComponentType>;
}
