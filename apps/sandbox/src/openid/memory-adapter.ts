import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

type Entry = { payload: AdapterPayload; expiresAtMs: number };

/** Where the provider keeps its sessions, grants and codes: in memory, separately for every sandbox in the process. */
export function createMemoryAdapter(): AdapterFactory {
  const entries = new Map<string, Entry>();

  function dropExpired() {
    const now = Date.now();
    for (const [key, entry] of entries) if (entry.expiresAtMs <= now) entries.delete(key);
  }

  return (model: string): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`;

    function findWhere(matches: (payload: AdapterPayload) => boolean) {
      for (const [key, { payload }] of entries) {
        if (key.startsWith(`${model}:`) && matches(payload)) return payload;
      }
      return undefined;
    }

    return {
      async upsert(id, payload, expiresIn) {
        dropExpired();
        const expiresAtMs =
          expiresIn === undefined ? Number.POSITIVE_INFINITY : Date.now() + expiresIn * 1000;
        entries.set(keyOf(id), { payload, expiresAtMs });
      },
      async find(id) {
        return entries.get(keyOf(id))?.payload;
      },
      async findByUid(uid) {
        return findWhere((payload) => payload.uid === uid);
      },
      async findByUserCode(userCode) {
        return findWhere((payload) => payload.userCode === userCode);
      },
      async consume(id) {
        const entry = entries.get(keyOf(id));
        if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        entries.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
      },
    };
  };
}
