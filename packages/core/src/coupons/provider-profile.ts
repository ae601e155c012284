import type { ProviderProfile } from '@trailmark/contract/coupons';

type Body = Record<string, unknown>;

function valueAt(body: Body, path: string): unknown {
  let value: unknown = body;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Body)[name];
  }
  return value;
}

/** The call of a network in our words, by its profile; without one it is in our words already. */
export function readByProfile(body: Body, profile: ProviderProfile | null): Body {
  if (!profile) return body;
  const { type: _, user: given, ...rest } = body;
  const user: Body = typeof given === 'object' && given !== null ? { ...given } : {};
  const read: Body = { ...rest };
  for (const [field, path] of Object.entries(profile.fields)) {
    const value = valueAt(body, path);
    if (field.startsWith('user.')) user[field.slice('user.'.length)] = value;
    else read[field] = value;
  }
  const type = profile.fields.type ? read.type : body.type;
  const known = typeof type === 'string' && Object.hasOwn(profile.types, type) ? profile.types[type] : type;
  return { ...read, type: known, ...(Object.keys(user).length > 0 ? { user } : {}) };
}
