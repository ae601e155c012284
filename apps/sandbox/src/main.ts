import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startSandbox } from './start.ts';

const Port = z.coerce.number().int().min(0).max(65_535).optional();
const Args = z.object({ port: Port, 'smtp-port': Port, 'dns-port': Port });

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { port: text, 'smtp-port': text, 'dns-port': text } });
const args = Args.parse(values);
const sandbox = await startSandbox({
  httpPort: args.port,
  smtpPort: args['smtp-port'],
  dnsPort: args['dns-port'],
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.stop());

const { httpUrl: http, smtpUrl: smtp, dnsServer: dns, issuer } = sandbox;
const {
  analyticsUrl: analytics,
  adServicesUrl: adservices,
  toolsUrl: tools,
  webhooksUrl: webhooks,
} = sandbox;
const addresses = { http, smtp, dns, issuer, analytics, adservices, tools, webhooks };
process.stdout.write(`${JSON.stringify(addresses)}\n`);
