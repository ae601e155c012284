// Writes docs/guides/device-data.md and the same table in docs/client-api.md from the contract, or with --check says
// whether those that are checked in are right.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEVICE_FIELD_GROUPS, type DeviceField } from '../packages/contract/src/device-fields.ts';

const docs = join(import.meta.dirname, '../docs');
const SYSTEMS = { android: 'Android', ios: 'iOS', web: 'web' };
const BEGIN = '<!-- device data: generated from packages/contract/src/device-fields.ts -->';
const END = '<!-- end of device data -->';

function line([name, field]: [string, DeviceField]): string {
  const example = typeof field.example === 'string' ? field.example : JSON.stringify(field.example);
  const also = field.also ? ` Also read as ${field.also.map((one) => `\`${one}\``).join(', ')}.` : '';
  const cells = [
    `\`${name}\``,
    field.type,
    field.on.map((system) => SYSTEMS[system]).join(', '),
    field.about + also,
    `\`${example}\``,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const tables = (level: string) =>
  Object.entries(DEVICE_FIELD_GROUPS)
    .map(
      ([group, fields]) => `${level} ${group}

| field | type | on | what it is | example |
| --- | --- | --- | --- | --- |
${Object.entries(fields).map(line).join('\n')}`,
    )
    .join('\n\n');

const guide = `# Device data

Every field of \`device_data\` that Trailmark reads, for clients that are written against the HTTP API.

All fields are optional, and more are better: each one helps to match an install with its click. A field that is not in
these tables is stored as it is sent. Empty texts, \`null\`, \`unknown\` and ids of zeros are read as "not known". Send the
object with \`init\`; other calls may carry it too.

${tables('##')}
`;

const api = readFileSync(join(docs, 'client-api.md'), 'utf8');
const [before, rest] = api.split(BEGIN);
const after = rest?.split(END)[1];
if (before === undefined || after === undefined) throw new Error(`docs/client-api.md lacks ${BEGIN}`);

const files = {
  'guides/device-data.md': guide,
  'client-api.md': `${before}${BEGIN}\n\n${tables('###')}\n\n${END}${after}`,
};
for (const [name, text] of Object.entries(files)) {
  const file = join(docs, name);
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`docs/${name} does not match the contract: run \`npm run generate\`.`);
    process.exitCode = 1;
  }
}
