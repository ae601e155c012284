import * as auditLog from './audit-log.ts';
import * as campaigns from './campaigns.ts';
import * as client from './client.ts';
import * as domains from './domains.ts';
import * as feedback from './feedback.ts';
import * as history from './history.ts';
import * as keys from './keys.ts';
import * as links from './links.ts';
import * as members from './members.ts';
import * as openConfig from './open-config.ts';
import * as preferences from './preferences.ts';
import * as projects from './projects.ts';
import type { Route } from './route.ts';
import * as sdkCredentials from './sdk-credentials.ts';
import * as serverApi from './server-api.ts';
import * as signIn from './sign-in.ts';
import * as stats from './stats.ts';
import * as storeListings from './store-listings.ts';
import * as usage from './usage.ts';
import * as users from './users.ts';

const nouns = [
  openConfig,
  signIn,
  users,
  projects,
  members,
  keys,
  usage,
  preferences,
  auditLog,
  feedback,
  campaigns,
  links,
  storeListings,
  sdkCredentials,
  domains,
  client,
  serverApi,
  history,
  stats,
];

function isRoute(value: unknown): value is Route {
  return (
    typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value
  );
}

/** Every call that the contract declares. */
export const ROUTES: Route[] = nouns.flatMap((noun) => Object.values(noun).filter(isRoute));
