import type { Permission } from '@trailmark/contract/permissions';
import type { Recipe } from './recipe.ts';
import { OF_MANY } from './recipes-beside.ts';
import { CAMPAIGNS } from './recipes-campaigns.ts';
import { CONNECTIONS } from './recipes-connections.ts';
import { COUPONS } from './recipes-coupons.ts';
import { NETWORKS } from './recipes-networks.ts';
import { PEOPLE } from './recipes-people.ts';
import { POSTBACKS } from './recipes-postbacks.ts';
import { REPORTS } from './recipes-reports.ts';
import { SDK } from './recipes-sdk.ts';
import { SETTINGS } from './recipes-settings.ts';
import { SIGN_IN } from './recipes-sign-in.ts';
import { SKAN } from './recipes-skan.ts';
import { SPEND } from './recipes-spend.ts';

/** What the tests need to know of a screen of the dashboard. */
export interface ListedScreen {
  path: string;
  title: string;
  access: 'public' | 'signed_in' | 'project';
  frame: 'bare' | 'shell';
  layout?: 'plain' | 'settings' | 'report';
  permission?: Permission;
  rail?: 'top' | 'Connect' | 'Project';
  railLabel?: string;
}

// By its address: the types of the dashboard, which draws, are not those of the tests, which drive.
const list = new URL('../../apps/dashboard/src/app/screens.ts', import.meta.url).href;

const LISTED = ((await import(list)) as { SCREENS: readonly ListedScreen[] }).SCREENS;

/** The dashboard's own list of its screens, but for those whose address names one thing of many. */
export const SCREENS = LISTED.filter(({ path }) => !path.includes('$'));

for (const { path } of LISTED) {
  if (path.includes('$') && !OF_MANY[path]?.length) throw new Error(`No recipe brings up ${path}.`);
}

/** How to bring up every screen of the list. */
export const RECIPES: Record<string, Recipe[]> = {
  ...SIGN_IN,
  ...REPORTS,
  ...CAMPAIGNS,
  ...SDK,
  ...CONNECTIONS,
  ...POSTBACKS,
  ...NETWORKS,
  ...COUPONS,
  ...SETTINGS,
  ...PEOPLE,
  ...SPEND,
  ...SKAN,
};
