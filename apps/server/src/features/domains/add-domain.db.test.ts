import { listAuditLog } from '@trailmark/contract/audit-log';
import { addDomain, askDomain, deleteDomain, listDomains, MAX_DOMAINS } from '@trailmark/contract/domains';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProject } from '../../testing/build.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { findWellKnown } from './well-known.ts';

const TARGET = 'links.trail.test';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { LINK_HOST: TARGET } });
});
afterAll(() => server.stop());

async function buildDomain({ host }: { host: string }) {
  const { owner, projectId } = await buildProject(server);
  return {
    owner,
    projectId,
    domain: await owner.call(addDomain, { body: { project_id: projectId, host } }),
  };
}

describe('a new domain', () => {
  test('waits for its records and says which', async () => {
    const { owner, projectId, domain } = await buildDomain({ host: 'Go.KITE.test.' });
    expect(domain).toEqual({
      id: expect.any(String),
      host: 'go.kite.test',
      status: 'not_verified',
      records: [
        { type: 'CNAME', name: 'go.kite.test', value: TARGET },
        {
          type: 'TXT',
          name: '_trailmark.go.kite.test',
          value: expect.stringMatching(/^trailmark-verification=[\w-]{43}$/),
        },
      ],
      verified_by: null,
      problem: null,
      checked_at: null,
      verified_at: null,
      live_at: null,
      created_at: server.clock.now().toISOString(),
    });
    expect(await owner.call(listDomains, { query: { project_id: projectId } })).toEqual([domain]);
    const anybody = server.callAs(null);
    await expect(anybody(askDomain, { query: { domain: domain.host } })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await findWellKnown(server.kit, domain.host, '/.well-known/trailmark')).toBeNull();
  });

  test.each([
    ['Bücher.Kite.test', 'xn--bcher-kva.kite.test'],
    ['faß.kite.test', 'xn--fa-hia.kite.test'],
    ['go。kite。test', 'go.kite.test'],
  ])('of another script is kept in ASCII: %s', async (host, kept) => {
    const { domain } = await buildDomain({ host });
    expect(domain.host).toBe(kept);
  });

  test('is noted in the audit log, its removal too', async () => {
    const host = 'audited.kite.test';
    const { owner, projectId } = await buildProject(server);
    server.clock.advance(1);
    const domain = await owner.call(addDomain, { body: { project_id: projectId, host } });
    server.clock.advance(1);
    await owner.call(deleteDomain, { query: { project_id: projectId, id: domain.id } });
    const { items } = await owner.call(listAuditLog, { query: { project_id: projectId } });
    expect(items.map(({ action, target }) => [action, target])).toEqual([
      ['domain.removed', host],
      ['domain.added', host],
      ['project.created', 'Kite Grocery'],
    ]);
  });

  test.each([
    '',
    'kite',
    'localhost',
    'https://go.kite.test',
    'go.kite.test/x',
    'go.kite.test:8443',
    'user@go.kite.test',
    'go.kite.test?x',
    'go.kite.test#x',
    'go kite.test',
    'go..kite.test',
    '.kite.test',
    '-go.kite.test',
    'go-.kite.test',
    'go_.kite.test',
    '*.kite.test',
    '192.0.2.1',
    '0x7f.1',
    '[::1]',
    'go.kite.123',
    `${'a'.repeat(64)}.kite.test`,
    `${'a.'.repeat(120)}kite.test`,
    'go%2ekite.test',
    'go\u0000.kite.test',
    42,
    null,
  ])('is not %j', async (host) => {
    const { owner, projectId } = await buildProject(server);
    await expect(
      owner.call(addDomain, { body: { project_id: projectId, host: host as string } }),
    ).rejects.toMatchObject({ code: 'validation_failed', fields: { host: expect.stringMatching(/^\S/) } });
  });

  test('is none of this installation', async () => {
    const { owner, projectId } = await buildProject(server);
    const refused = {
      code: 'validation_failed',
      fields: { host: 'is the address of this installation itself' },
    };
    await expect(
      owner.call(addDomain, { body: { project_id: projectId, host: 'LINKS.trail.test' } }),
    ).rejects.toMatchObject(refused);
    const { publicUrl } = server.kit;
    server.kit.publicUrl = 'https://trail.test:8443/base';
    await expect(
      owner.call(addDomain, { body: { project_id: projectId, host: 'trail.test' } }),
    ).rejects.toMatchObject(refused);
    server.kit.publicUrl = publicUrl;
  });

  test('of an installation without a name is verified by its TXT record only', async () => {
    const { linkHost } = server.kit.env;
    server.kit.env.linkHost = null;
    const { domain } = await buildDomain({ host: 'numbers.kite.test' });
    expect(domain.records.map(({ type }) => type)).toEqual(['TXT']);
    server.kit.env.linkHost = linkHost;
  });

  test('is added once', async () => {
    const { owner, projectId } = await buildDomain({ host: 'once.kite.test' });
    await expect(
      owner.call(addDomain, { body: { project_id: projectId, host: 'ONCE.kite.test' } }),
    ).rejects.toMatchObject({ code: 'conflict', fields: { host: 'is already a domain of this project' } });
  });

  test('may be in another project too: only DNS decides', async () => {
    await buildDomain({ host: 'both.kite.test' });
    expect((await buildDomain({ host: 'both.kite.test' })).domain.status).toBe('not_verified');
  });

  test('is one of a stated number', async () => {
    const { owner, projectId } = await buildProject(server);
    const add = (host: string) => owner.call(addDomain, { body: { project_id: projectId, host } });
    for (let n = 0; n < MAX_DOMAINS; n += 1) await add(`go${n}.kite.test`);
    await expect(add('one-more.kite.test')).rejects.toMatchObject({ code: 'conflict' });
  });
});
