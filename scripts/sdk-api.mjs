// Writes the API of the SDKs into their README from the types, or with --check says whether it is right.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { declarationsOf, WEB_TYPES } from './build-sdk.mjs';
import { root } from './run.mjs';

const BEGIN = '<!-- The API is generated from the types by npm run generate. -->';
const core = (name) => join(root, 'packages/sdk-core/src', `${name}.ts`);
const PACKAGES = {
  'sdk-web': WEB_TYPES,
  'sdk-core': ['client', 'base-client', 'ports', 'queue', 'outcome', 'ask', 'async-storage', 'wire'].map(
    core,
  ),
};

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

function commentOf(node) {
  return oneLine(
    ts
      .getJSDocCommentsAndTags(node)
      .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
      .join(' '),
  );
}

function signature(node, source) {
  const text = oneLine(node.getText(source).replace(/\/\*\*[\s\S]*?\*\//g, ''));
  return text.replace(/^export (declare )?(function |const )?/, '').replace(/;$/, '');
}

const row = (node, source) =>
  `| \`${signature(node, source).replaceAll('|', '\\|')}\` | ${commentOf(node).replaceAll('|', '\\|')} |`;

function section(node, source) {
  const heading = [`### ${node.name.text}`, '', commentOf(node), ''];
  if (ts.isInterfaceDeclaration(node)) {
    const base = node.heritageClauses?.map((clause) => oneLine(clause.getText(source))).join(' ');
    const from = base ? [`\`${base}\``, ''] : [];
    return [
      ...heading,
      ...from,
      '| | |',
      '| --- | --- |',
      ...node.members.map((member) => row(member, source)),
    ];
  }
  return [...heading, '```ts', signature(node, source), '```'];
}

function apiOf(paths) {
  const source = ts.createSourceFile('index.d.ts', declarationsOf(paths), ts.ScriptTarget.ES2020, true);
  const isShown = (node) =>
    (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isFunctionDeclaration(node)) &&
    node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const sections = source.statements.filter(isShown).map((node) => section(node, source).join('\n'));
  return sections.join('\n\n').replace(/\n{3,}/g, '\n\n');
}

let isStale = false;
for (const [folder, paths] of Object.entries(PACKAGES)) {
  const file = join(root, 'packages', folder, 'README.md');
  const before = readFileSync(file, 'utf8');
  const [written] = before.split(BEGIN);
  const after = `${written}${BEGIN}\n\n## API\n\n${apiOf(paths)}\n`;
  if (after === before) continue;
  if (process.argv.includes('--check')) {
    isStale = true;
    console.log(`packages/${folder}/README.md is not what the types say. Run npm run generate.`);
  } else writeFileSync(file, after);
}
process.exitCode = isStale ? 1 : 0;
