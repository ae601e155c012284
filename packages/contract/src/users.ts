import { z } from 'zod';
import { Email, Instant, optionalText, ProjectId, UserId } from './fields.ts';
import { Role } from './permissions.ts';
import { route, signedIn } from './route.ts';

export const USER_ROLES = [
  'marketing',
  'analyst',
  'engineer',
  'product',
  'founder',
  'agency',
  'other',
] as const;

/** What a person does at work, asked once at the welcome; it grants nothing. */
export const UserRole = z.enum(USER_ROLES);
export type UserRole = z.infer<typeof UserRole>;

export const ProjectMembership = z.object({
  project_id: ProjectId,
  name: z.string(),
  platform: z.enum(['web', 'app']),
  role: Role,
  joined_at: Instant,
});
export type ProjectMembership = z.infer<typeof ProjectMembership>;

export const PendingInvite = z.object({
  id: z.uuid(),
  project_name: z.string(),
  role: Role,
  invited_by: z.string(),
  expires_at: Instant,
});
export type PendingInvite = z.infer<typeof PendingInvite>;

export const User = z.object({
  id: UserId,
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  company: z.string().nullable(),
  role: UserRole.nullable(),
  analytics_opt_out: z.boolean(),
  /** The owner of a local installation who has not given an address yet. */
  is_local_owner: z.boolean(),
  is_operator: z.boolean(),
  /** Members of a project and operators may; others where the operator allows it. */
  may_create_projects: z.boolean(),
  created_at: Instant,
  /** Ordered by joining time. */
  project_members: z.array(ProjectMembership),
  invites: z.array(PendingInvite),
});
export type User = z.infer<typeof User>;

export const UserChange = z.object({
  first_name: optionalText(80).optional(),
  last_name: optionalText(80).optional(),
  company: optionalText(120).optional(),
  role: UserRole.nullable().optional(),
  analytics_opt_out: z.boolean().optional(),
  /** Only the local owner may give an address, once. */
  email: Email.optional(),
});
export type UserChange = z.input<typeof UserChange>;

export const Session = z.object({
  id: z.uuid(),
  current: z.boolean(),
  method: z.enum(['google', 'magic_link', 'local', 'invite']),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Instant,
  last_used_at: Instant,
  expires_at: Instant,
});
export type Session = z.infer<typeof Session>;

const tag = 'User';

export const verifyUser = route({
  method: 'GET',
  path: '/user/verify',
  tag,
  summary: 'The signed-in person, with projects and waiting invites',
  access: signedIn,
  response: User,
});

export const updateUser = route({
  method: 'PUT',
  path: '/user',
  tag,
  summary: 'Change name, company, role at work or the analytics choice',
  access: signedIn,
  body: UserChange,
  response: User,
});

export const listSessions = route({
  method: 'GET',
  path: '/user/sessions',
  tag,
  summary: 'Where the person is signed in',
  access: signedIn,
  response: z.array(Session),
});

export const revokeSession = route({
  method: 'DELETE',
  path: '/user/session',
  tag,
  summary: 'Sign out of one of my sessions',
  access: signedIn,
  query: z.object({ session_id: z.uuid('is not a session id') }),
  response: z.object({ revoked: z.boolean() }),
});

export const logout = route({
  method: 'POST',
  path: '/logout',
  tag,
  summary: 'Sign out: the token is void afterwards',
  access: signedIn,
  response: z.object({ signed_out: z.boolean() }),
});
