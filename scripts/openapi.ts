// Writes openapi.json from the contract, or with --check says whether the one that is checked in is right.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../apps/server/src/http/openapi.ts';
import { ROUTES } from '../packages/contract/src/routes.ts';

const file = join(import.meta.dirname, '../openapi.json');
const document = `${JSON.stringify(openApiDocument(ROUTES), null, 2)}\n`;
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== document) {
    console.error('openapi.json does not match the contract: run `npm run generate`.');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, document);
}
