import { createHash } from 'node:crypto';

/** What a person has allowed on the page of a network. */
export interface Grant {
  token: string;
  /** Such as user, refresh or system. */
  kind: string;
  scopes: string[];
  issuedAt: Date;
  /** null: never. */
  expiresAt: Date | null;
  isRevoked: boolean;
}

/** A code of the callback, good for one exchange. */
export interface AuthorizationCode {
  code: string;
  redirectUri: string;
  scopes: string[];
  expiresAt: Date;
  isUsed: boolean;
  /** S256 of the verifier, where the sender used PKCE. */
  challenge: string | null;
}

const CODE_SECONDS = 600;
const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** The tokens and codes that a network has issued. They repeat in the same order after forget. */
export function createTokens(seed: string) {
  const grants = new Map<string, Grant>();
  const codes = new Map<string, AuthorizationCode>();
  const expired = new Set<string>();
  let count = 0;
  const nextText = (kind: string) => {
    count += 1;
    return createHash('sha256').update(`${seed}/${kind}/${count}`).digest('hex');
  };

  return {
    issueCode(
      {
        redirectUri,
        scopes,
        challenge = null,
      }: Pick<AuthorizationCode, 'redirectUri' | 'scopes'> & {
        challenge?: string | null;
      },
      now: Date,
    ): AuthorizationCode {
      const expiresAt = later(now, CODE_SECONDS);
      const issued = { code: nextText('code'), redirectUri, scopes, expiresAt, isUsed: false, challenge };
      codes.set(issued.code, issued);
      return issued;
    },
    findCode: (code: string): AuthorizationCode | null => codes.get(code) ?? null,
    issue(
      {
        kind,
        prefix,
        scopes,
        seconds,
      }: { kind: string; prefix: string; scopes: string[]; seconds: number | null },
      now: Date,
    ): Grant {
      const token = `${prefix}${nextText(kind)}`;
      const expiresAt = seconds === null ? null : later(now, seconds);
      const grant = { token, kind, scopes: [...scopes], issuedAt: now, expiresAt, isRevoked: false };
      grants.set(token, grant);
      return grant;
    },
    find: (token: string): Grant | null => grants.get(token) ?? null,
    isExpired(token: string, now: Date): boolean {
      const expiresAt = grants.get(token)?.expiresAt ?? null;
      return expired.has(token) || (expiresAt !== null && expiresAt <= now);
    },
    /** Expires this token, whether it was issued here or not; null: all that were issued. */
    expire(token: string | null, { kind }: { kind?: string } = {}) {
      const issued = [...grants.values()].filter((grant) => kind === undefined || grant.kind === kind);
      for (const text of token === null ? issued.map((grant) => grant.token) : [token]) expired.add(text);
    },
    revoke(token: string | null) {
      for (const grant of grants.values()) {
        if (token === null || grant.token === token) grant.isRevoked = true;
      }
    },
    /** The person withdraws one permission from all that was issued. */
    removeScope(scope: string) {
      for (const grant of grants.values()) grant.scopes = grant.scopes.filter((own) => own !== scope);
    },
    forget() {
      grants.clear();
      codes.clear();
      expired.clear();
      count = 0;
    },
  };
}
export type Tokens = ReturnType<typeof createTokens>;
