// The script of the browser SDK: at most 3 kB, gzipped. It is loaded by every page of a website.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './run.mjs';

const MOST_BYTES = 3000;

const bytes = gzipSync(readFileSync(join(root, 'packages/sdk-web/dist/v1.js')), { level: 9 }).length;
console.log(`${bytes} bytes of ${MOST_BYTES}  packages/sdk-web/dist/v1.js`);
if (bytes > MOST_BYTES) process.exitCode = 1;
