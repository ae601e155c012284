import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@trailmark/sandbox/start';
import { SEED } from './draw.ts';
import type { Environment } from './environment.ts';
import { startProduct } from './product.ts';
import { makeSkanKey } from './skan-device.ts';

/** Stand-ins for outside services, one installation with everything set up, and one without any configuration. */
export default async function globalSetup() {
  const startedAt = Date.now();
  console.log(`Screens, windows and themes are drawn with the seed ${SEED}.`);
  const sandbox = await startSandbox({});
  const skanKey = makeSkanKey();
  const full = await startProduct({
    SMTP_URL: sandbox.smtpUrl,
    MAIL_FROM: 'Trailmark <hello@trailmark.example>',
    SIGNUP: 'open',
    OPERATOR_EMAILS: 'operator@kite.example',
    GOOGLE_CLIENT_ID: sandbox.oidcClient.id,
    GOOGLE_CLIENT_SECRET: sandbox.oidcClient.secret,
    GOOGLE_ISSUER: sandbox.issuer,
    MIXPANEL_TOKEN: sandbox.analyticsToken,
    MIXPANEL_UPSTREAM: sandbox.analyticsUrl,
    INTERCOM_APP_ID: 'messenger1',
    LINK_HOST: 'links.trailmark.example',
    DNS_SERVERS: sandbox.dnsServer,
    TOOLS_URL: sandbox.toolsUrl,
    // The endpoints of webhooks are on this machine.
    OUTBOUND_ALLOW: '127.0.0.0/8',
    SKAN_TEST_KEYS: skanKey.publicKey,
  });
  const bare = await startProduct({});
  const terminal = join(mkdtempSync(join(tmpdir(), 'trailmark-e2e-terminal-')), 'output.txt');
  // By a rename: a test that reads while the file is written would find it empty.
  const keepTerminal = setInterval(() => {
    writeFileSync(`${terminal}.next`, bare.output());
    renameSync(`${terminal}.next`, terminal);
  }, 200);
  const environment: Environment = {
    sandboxUrl: sandbox.httpUrl,
    fullUrl: full.url,
    bareUrl: bare.url,
    bareTerminal: terminal,
    skanKey: skanKey.privateKey,
    startedAt,
  };
  process.env.TRAILMARK_ENVIRONMENT = JSON.stringify(environment);
  return async () => {
    clearInterval(keepTerminal);
    await Promise.all([full.stop(), bare.stop()]);
    await sandbox.stop();
    rmSync(terminal, { force: true });
  };
}
