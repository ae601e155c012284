import { zodResolver } from '@hookform/resolvers/zod';
import type { Tool, ToolConnection } from '@trailmark/contract/analytics-tools';
import { z } from 'zod';
import { credentialsOf, regionsOf } from './tool-fields.ts';

/** Where a tool is and what opens it, as the form holds it: by the names under which the server reports faults. */
export interface ConnectValues {
  settings: { region: string; host: string };
  hasOwnHost: boolean;
  credentials: Record<string, string>;
}

function credentialSchema(tool: Tool, isOptional: boolean) {
  const shape = credentialsOf(tool).map(({ name, pattern }) => {
    const filled = z.string().trim().min(1, 'is required').regex(pattern, 'does not look right');
    return [name, isOptional ? z.union([z.literal(''), filled]) : filled] as const;
  });
  return z.object(Object.fromEntries(shape)).superRefine((values, context) => {
    // They belong together: a new key with an old id opens nothing.
    const names = Object.keys(values).filter((name) => values[name] === '');
    if (!isOptional || names.length === Object.keys(values).length) return;
    for (const name of names) context.addIssue({ code: 'custom', path: [name], message: 'is required' });
  });
}

/** `isOptional`: of a connection that has credentials already, empty ones stay as they are. */
export function connectResolver(tool: Tool, isOptional: boolean) {
  const regions = regionsOf(tool).map(({ value }) => value);
  const url = z.url({ protocol: /^https?$/ });
  const schema = z
    .object({
      settings: z.object({ region: z.string(), host: z.string().trim() }),
      hasOwnHost: z.boolean(),
      credentials: credentialSchema(tool, isOptional),
    })
    .superRefine(({ settings: { region, host }, hasOwnHost }, context) => {
      const add = (name: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['settings', name], message });
      if (!hasOwnHost && !regions.includes(region)) add('region', 'is required');
      if (hasOwnHost && !url.safeParse(host).success) add('host', 'is not an http(s) address');
    });
  return zodResolver<ConnectValues, unknown, ConnectValues>(schema);
}

export function connectValues(tool: Tool, connection: ToolConnection | null): ConnectValues {
  const { region = '', host = null } = connection?.settings ?? {};
  return {
    settings: { region, host: host ?? '' },
    hasOwnHost: host !== null,
    credentials: Object.fromEntries(credentialsOf(tool).map(({ name }) => [name, ''])),
  };
}

/** As the call takes it; a server of one's own needs no region, but the contract has one. */
export function connectBody(tool: Tool, { settings, hasOwnHost, credentials }: ConnectValues) {
  const isFilled = Object.values(credentials).some((value) => value !== '');
  return {
    settings: {
      region: settings.region || (regionsOf(tool)[0]?.value ?? ''),
      host: hasOwnHost ? settings.host : null,
    },
    ...(isFilled ? { credentials } : {}),
  };
}
