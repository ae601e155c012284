import { z } from 'zod';
import { Email, Instant, LinkToken, ProjectId, UserId } from './fields.ts';
import { Role } from './permissions.ts';
import { anyone, inProject, route } from './route.ts';
import { SignedIn } from './sign-in.ts';

export const MAX_INVITES_AT_ONCE = 50;

export const Member = z.object({
  user_id: UserId,
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  role: Role,
  joined_at: Instant,
  last_seen_at: Instant.nullable(),
});
export type Member = z.infer<typeof Member>;

export const Invite = z.object({
  id: z.uuid(),
  email: z.string(),
  role: Role,
  invited_by: z.string(),
  sent_at: Instant,
  expires_at: Instant,
  expired: z.boolean(),
});
export type Invite = z.infer<typeof Invite>;

/** What became of each address of an invitation. */
export const InviteResult = z.object({
  email: z.string(),
  outcome: z.enum(['invited', 'already_invited', 'already_member']),
});
export type InviteResult = z.infer<typeof InviteResult>;

const tag = 'Members';
const inviteId = z.uuid('is not an invite id').toLowerCase();

export const listMembers = route({
  method: 'GET',
  path: '/project/members',
  tag,
  summary: 'The members of a project, by joining time',
  access: inProject('members.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.array(Member),
});

export const inviteMembers = route({
  method: 'POST',
  path: '/project/invite',
  tag,
  summary: 'Invite several addresses with one role; each gets a mail with an accept link',
  access: inProject('members.edit'),
  body: z.object({
    project_id: ProjectId,
    emails: z
      .array(Email)
      .min(1, 'names at least one address')
      .max(MAX_INVITES_AT_ONCE, `names at most ${MAX_INVITES_AT_ONCE} addresses`),
    role: Role,
  }),
  response: z.array(InviteResult),
});

export const listInvites = route({
  method: 'GET',
  path: '/project/invites',
  tag,
  summary: 'Invites that wait for an answer',
  access: inProject('members.see'),
  query: z.object({ project_id: ProjectId }),
  response: z.array(Invite),
});

export const resendInvite = route({
  method: 'POST',
  path: '/project/invite/resend',
  tag,
  summary: 'Send an invite again; the older link is void',
  access: inProject('members.edit'),
  body: z.object({ project_id: ProjectId, invite_id: inviteId }),
  response: Invite,
});

export const revokeInvite = route({
  method: 'DELETE',
  path: '/project/invite',
  tag,
  summary: 'Revoke an invite',
  access: inProject('members.edit'),
  query: z.object({ project_id: ProjectId, invite_id: inviteId }),
  response: z.object({ revoked: z.boolean() }),
});

export const acceptInvite = route({
  method: 'POST',
  path: '/project/invite/accept',
  tag,
  summary: 'Look at an invite by its link, accept it, or accept one that waits for the signed-in person',
  access: anyone,
  body: z
    .object({
      token: LinkToken.optional(),
      invite_id: inviteId.optional(),
      confirm: z.boolean().default(false),
    })
    .refine((body) => (body.token === undefined) !== (body.invite_id === undefined), {
      path: ['token'],
      message: 'is needed, unless invite_id is given',
    }),
  response: z.discriminatedUnion('status', [
    z.object({
      status: z.literal('pending'),
      email: z.string(),
      project_name: z.string(),
      role: Role,
      invited_by: z.string(),
      /** The address has an account already: sign in first, the invite waits there. */
      has_account: z.boolean(),
      /** The caller is signed in as the invited address. */
      is_me: z.boolean(),
    }),
    z.object({
      status: z.literal('accepted'),
      project_id: ProjectId,
      /** A session, when accepting made the account. */
      session: SignedIn.nullable(),
    }),
  ]),
});

export const removeMember = route({
  method: 'DELETE',
  path: '/project/remove-member',
  tag,
  summary: 'Remove a member, or leave the project oneself; the last owner stays',
  access: inProject('members.edit', { orSelf: 'user_id' }),
  query: z.object({ project_id: ProjectId, user_id: UserId }),
  response: z.object({ removed: z.boolean() }),
});

export const updateRole = route({
  method: 'PUT',
  path: '/project/role',
  tag,
  summary: 'Change the role of a member; owners only by owners, and the last owner stays one',
  access: inProject('members.edit'),
  body: z.object({ project_id: ProjectId, user_id: UserId, role: Role }),
  response: Member,
});
