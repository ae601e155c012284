// Writes docs/webhook-payload.schema.json from the contract, or with --check says whether the one that is checked in is
// right.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { WEBHOOK_VERSION, WebhookPayload } from '../packages/contract/src/webhook-payload.ts';

const file = join(import.meta.dirname, '../docs/webhook-payload.schema.json');
const title = `The body of a webhook of Trailmark, version ${WEBHOOK_VERSION}`;
// As input: fields that the schema does not name may come at any time.
const { $schema, ...schema } = z.toJSONSchema(WebhookPayload, { io: 'input' });
const document = `${JSON.stringify({ $schema, title, ...schema }, null, 2)}\n`;
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== document) {
    console.error('docs/webhook-payload.schema.json does not match the contract: run `npm run generate`.');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, document);
}
