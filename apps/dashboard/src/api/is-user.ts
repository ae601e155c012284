import { ROLES } from '@trailmark/contract/permissions';
import { type PendingInvite, type ProjectMembership, USER_ROLES, type User } from '@trailmark/contract/users';

type Check = (value: unknown) => boolean;
/** Every field of the contract has a check: a new one does not compile without. */
type Checks<Shape> = { [Field in keyof Required<Shape>]: Check };

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const oneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const has =
  <Shape>(checks: Checks<Shape>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Check>(checks).every(([field, check]) => check((value as Record<string, unknown>)[field]));
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const isMembership = has<ProjectMembership>({
  project_id: isText,
  name: isText,
  platform: oneOf(['web', 'app']),
  role: oneOf(ROLES),
  joined_at: isText,
});

const isInvite = has<PendingInvite>({
  id: isText,
  project_name: isText,
  role: oneOf(ROLES),
  invited_by: isText,
  expires_at: isText,
});

const hasFieldsOfUser = has<User>({
  id: isText,
  email: isText,
  first_name: orNull(isText),
  last_name: orNull(isText),
  company: orNull(isText),
  role: orNull(oneOf(USER_ROLES)),
  analytics_opt_out: isFlag,
  is_local_owner: isFlag,
  is_operator: isFlag,
  may_create_projects: isFlag,
  created_at: isText,
  project_members: listOf(isMembership),
  invites: listOf(isInvite),
});

/** Without the schema, which would be the only one that every page loads with what runs it. */
export const isUser = (value: unknown): value is User => hasFieldsOfUser(value);
