import { z } from 'zod';
import { Instant, ProjectId, text } from './fields.ts';
import { inProject, route } from './route.ts';

/** Hosts that a project may allow, and hosts that were refused of which it keeps a note. */
export const MAX_WEB_HOSTS = 50;
export const MAX_REFUSED_HOSTS = 50;

/** A host whose pages may send events: `shop.example.com`, or `*.example.com` for every name below example.com. */
export const WhitelistedHost = z.object({
  /** In ASCII: names in other scripts are in their xn-- spelling. With its port unless it is the usual one. */
  host: z.string(),
  token_id: z.uuid(),
  /** Public, for the snippet of this host's pages; it works on every host of the project. */
  token: z.string(),
  created_at: Instant,
  /** About when a page of it last sent something. */
  last_seen_at: Instant.nullable(),
});
export type WhitelistedHost = z.infer<typeof WhitelistedHost>;

/** A host whose pages tried to send events. */
export const RefusedHost = z.object({
  host: z.string(),
  /** This machine: it is allowed by `allow_localhost`, and not by its name. */
  is_localhost: z.boolean(),
  count: z.number(),
  first_at: Instant,
  last_at: Instant,
});
export type RefusedHost = z.infer<typeof RefusedHost>;

/** The script that pages load. */
export const WebScript = z.object({
  /** Always the newest. */
  url: z.string(),
  /** This very version, which never changes, with its hash for the attribute `integrity`. */
  pinned_url: z.string(),
  integrity: z.string(),
});
export type WebScript = z.infer<typeof WebScript>;

const tag = 'Web SDK';
const path = '/project/:project_id/web-sdk' as const;
const params = z.object({ project_id: ProjectId });

export const listWhitelistedHosts = route({
  method: 'GET',
  path: `${path}/whitelisted-hosts`,
  tag,
  summary: 'Hosts whose pages may send events, oldest first, and those that were refused, most often first',
  access: inProject('connections.see'),
  params,
  response: z.object({
    hosts: z.array(WhitelistedHost),
    refused_hosts: z.array(RefusedHost),
    allow_localhost: z.boolean(),
    /** null where this installation was built without it. */
    script: WebScript.nullable(),
  }),
});

export const WhitelistedHostForm = z.object({ host: text(300) });

export const whitelistHost = route({
  method: 'POST',
  path: `${path}/whitelist-host`,
  tag,
  summary: 'Allow the pages of a host to send events; the host gets its own token',
  access: inProject('connections.edit'),
  params,
  body: WhitelistedHostForm,
  response: WhitelistedHost,
});

export const removeWhitelistedHost = route({
  method: 'DELETE',
  path: `${path}/whitelist-host`,
  tag,
  summary: 'Refuse the pages of a host from now on; its token stops working',
  access: inProject('connections.edit'),
  params,
  body: z.object({ tokenId: z.uuid('is not a token id').toLowerCase() }),
  response: z.object({ token_id: z.uuid() }),
});

export const updateWebSettings = route({
  method: 'PUT',
  path: `${path}/settings`,
  tag,
  summary: 'Allow or refuse events of pages on localhost',
  access: inProject('connections.edit'),
  params,
  body: z.object({ allow_localhost: z.boolean('is neither true nor false') }),
  response: z.object({ allow_localhost: z.boolean() }),
});
