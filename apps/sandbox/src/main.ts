import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startSandbox } from './start.ts';

const Port = z.coerce.number().int().min(0).max(65_535).optional();
const Args = z.object({ port: Port, 'smtp-port': Port });

const { values } = parseArgs({ options: { port: { type: 'string' }, 'smtp-port': { type: 'string' } } });
const args = Args.parse(values);
const sandbox = await startSandbox({ httpPort: args.port, smtpPort: args['smtp-port'] });

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.stop());

const { httpUrl: http, smtpUrl: smtp, issuer, analyticsUrl: analytics } = sandbox;
process.stdout.write(`${JSON.stringify({ http, smtp, issuer, analytics })}\n`);
