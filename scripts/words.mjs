// npm run check: refuses words that the glossary of ARCHITECTURE.md replaces, in the names that we declare, and in
// strings and comments where they are unmistakable.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { root } from './run.mjs';

/** Refused as a word of a name, with the word to use. */
const NAMES = {
  figure: 'metric',
  figures: 'metrics',
  question: 'query or request',
  questions: 'queries or requests',
  asked: 'query, filter or request',
  asker: 'reader or caller',
  wanted: 'query, filter or options',
  sought: 'filter or search',
  place: 'dimension, grain, cursor, position or index',
  standing: 'status or current',
  stood: 'previous or focused',
  shelf: 'accumulator or sums',
  teller: 'publisher or feed',
  telling: 'publish, notify or send',
  told: 'published, sent or reported',
  likeness: 'similarity',
  wish: 'request',
  wishes: 'requests',
  anew: 'again: rebuild or recompute',
  world: 'scenario or fixture',
  worlds: 'scenarios or fixtures',
  resident: 'fixture',
  residents: 'fixtures',
  stage: 'fixture or scenario',
  deed: 'event or action',
  deeds: 'events or actions',
  doer: 'actor',
};

/** Refused as the last word of a name: `LinkBook` is a cache, but `bookPayments` books payments. */
const LAST_WORDS = { book: 'cache' };

/** Refused in strings and comments. */
const PHRASES = [
  [/\b(told|tells?) apart\b/i, 'distinguish or break down'],
  [/\b(told|tell) later\b/i, 'reattribution'],
  [/\bperiod before\b/i, 'previous period'],
  [/\banew\b/i, 'again: rebuild or recompute'],
  [/\blikeness\b/i, 'similarity'],
  [/\bwhoever\b/i, 'who, or the person’s role'],
  [/\bfigures?\b/i, 'metric'],
  [/\b(is|are|was|were) told\b/i, 'is sent, reported or notified'],
  [/\bg(ives?|iven) out\b/i, 'publish'],
];

/** Of these, in documents too; "the figures of a bank" is plain English there. */
const PROSE_PHRASES = PHRASES.filter(([, say]) => say !== 'metric');

/** Refused where people read it: in strings of the dashboard, the contract, core and the server, and in documents. */
const READ_PHRASES = [
  [/\b(?<!how )these days\b/i, 'in this period'],
  [/\bperiod beside\b/i, 'previous period'],
  [/\bwhat is counted\b/i, 'metric'],
  [/\bsplit (by|into)\b/i, 'break down, group by'],
  [/\bsegment key\b/i, 'dimension'],
  [/\brestate[ds]?\b/i, 'reattribution, move credit'],
  [/\b(count|counted|counts) again from scratch\b/i, 'rebuild, recompute'],
  [/\bstands? (in|for|as|under|beside)\b(?! (line|the way))/i, 'is stored, is listed, means'],
  [/\b(lies|lie|lay) (in|under|beside)\b/i, 'is in, is stored in'],
  [/\btellers?\b/i, 'publisher'],
  [/\b(not|never) told\b/i, 'not sent, not notified'],
  [/\bin vain\b/i, 'without success'],
  [/\b(some|every|any)body\b/i, 'someone, everyone, anyone'],
  [/\bback-fill/i, 'backfill'],
  [/\bvouch(es)? for\b/i, 'confirm'],
  [/\b(am|are|be|been|is|last|was|were) (asked|wanted)\b/i, 'is read, imported, requested or needed'],
  [/\b(asked|wanted) (of|from|within)\b/i, 'filtered, requested'],
  [/\bshel(f|ves)\b/i, 'accumulator, sums'],
  [/\bwish(es|ed)?\b/i, 'request'],
  [/\bbooked\b|\bbooks? (of|for)\b/i, 'counted, cache'],
  [/\bjoint(ly)?\b/i, 'sum'],
];

// Of the words that the glossary replaces, these cannot be refused in prose, since each is plain English too: figure,
// value, place, level, span, parts, question, within, beside, then, found, counted, together, stage, world, residents,
// tell, bring.

/** Refused in strings of the dashboard. */
const SCREEN_PHRASES = [
  ...READ_PHRASES,
  [/\bcould not be (read|loaded)\b/i, 'we couldn’t load'],
  [/\bis made$/i, 'created, generated'],
];

/** Whose strings people read: answers, mails, receipts, descriptions, logs and what a terminal shows. */
const READ_FOLDERS = ['packages/', 'apps/server/src/', 'scripts/'];
/** Test support: nobody reads its strings. */
const UNREAD_FOLDERS = ['apps/server/src/testing/'];
const isTest = (path) => /\.test\.[a-z]+$/.test(path);

function phrasesOf(path) {
  if (isTest(path)) return PHRASES;
  if (path.startsWith('apps/dashboard/')) return [...PHRASES, ...SCREEN_PHRASES];
  const startsWithOne = (folders) => folders.some((folder) => path.startsWith(folder));
  return startsWithOne(READ_FOLDERS) && !startsWithOne(UNREAD_FOLDERS)
    ? [...PHRASES, ...READ_PHRASES]
    : PHRASES;
}

/** Words that are part of a format, by the start of the paths that read or write it. */
const FORMATS = {
  // Stored in receipts and in the settings of projects.
  likeness: ['packages/core/src/attribution/', 'packages/contract/src/plausibility'],
  // A parameter of addresses that people have saved.
  figure: ['apps/dashboard/src/features/cohorts/cohort-view'],
  // A field of the published vectors of the client API.
  world: ['apps/server/src/testing/wire/vectors'],
  // The section of a DNS message.
  question: ['apps/sandbox/src/dns/'],
};

const FOLDERS = ['packages', 'apps', 'bench', 'e2e', 'scripts', 'docs'];
const SKIPPED = new Set(['node_modules', 'dist', 'results']);
/** Generated from the migrations, and the list of refused words itself. */
const EXCLUDED = new Set(['apps/server/src/db/schema.ts', 'scripts/words.mjs', 'scripts/words.test.mjs']);

const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);

function refusedInName(name) {
  const words = wordsOf(name);
  const refused = words.find((word) => word in NAMES);
  if (refused) return { word: refused, say: NAMES[refused] };
  const last = words.at(-1);
  return last in LAST_WORDS ? { word: last, say: LAST_WORDS[last] } : null;
}

function refusedInText(text, phrases) {
  for (const [pattern, say] of phrases) {
    const [word] = pattern.exec(text) ?? [];
    if (word) return { word, say };
  }
  return null;
}

/** Fields of object literals follow their types; in the contract they are the declaration. */
function isDeclaredName(node, path) {
  const { parent } = node;
  if (parent.name !== node || ts.isPropertyAccessExpression(parent) || ts.isJsxAttribute(parent))
    return false;
  if (ts.isImportSpecifier(parent)) return parent.propertyName !== undefined;
  if (ts.isPropertyAssignment(parent)) return path.startsWith('packages/contract/');
  return !ts.isShorthandPropertyAssignment(parent);
}

const isText = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddle(node) ||
  ts.isTemplateTail(node) ||
  ts.isJsxText(node);

const isModuleName = ({ parent }) => ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent);

const isOfFormat = (word, path) =>
  (FORMATS[word.toLowerCase()] ?? []).some((start) => path.startsWith(start));

/** Every refused word of a file, with its line and what to say instead. */
export function findRefusedWords(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const phrases = phrasesOf(path);
  const findings = [];
  const add = (position, refused) => {
    if (!refused || isOfFormat(refused.word, path)) return;
    const line = file.getLineAndCharacterOfPosition(position).line + 1;
    findings.push({ line, ...refused });
  };
  const seen = new Set();
  const addComments = (position) => {
    for (const { pos, end } of ts.getLeadingCommentRanges(source, position) ?? []) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      add(pos, refusedInText(source.slice(pos, end), PHRASES));
    }
  };
  const visit = (node) => {
    addComments(node.getFullStart());
    if (ts.isIdentifier(node) && isDeclaredName(node, path))
      add(node.getStart(file), refusedInName(node.text));
    else if (isText(node) && !isModuleName(node)) add(node.getStart(file), refusedInText(node.text, phrases));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return findings;
}

/** The same for a document: its prose, without examples of code. */
export function findRefusedProse(path, source) {
  let isCode = false;
  return source.split('\n').flatMap((text, index) => {
    if (/^\s*(```|~~~)/.test(text)) isCode = !isCode;
    if (isCode) return [];
    const prose = text.replaceAll(/`[^`]*`/g, '');
    const refused = refusedInText(prose, [...PROSE_PHRASES, ...READ_PHRASES]);
    return refused && !isOfFormat(refused.word, path) ? [{ line: index + 1, ...refused }] : [];
  });
}

function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* filesIn(path);
    else if (/\.(tsx?|mjs|md)$/.test(entry.name) && !entry.name.endsWith('.d.ts')) yield path;
  }
}

function main() {
  const documents = readdirSync(root).filter((name) => name.endsWith('.md'));
  const files = [
    ...FOLDERS.flatMap((folder) => [...filesIn(join(root, folder))]),
    ...documents.map((name) => join(root, name)),
  ];
  for (const file of files) {
    const path = relative(root, file).split(sep).join('/');
    if (EXCLUDED.has(path)) continue;
    const find = path.endsWith('.md') ? findRefusedProse : findRefusedWords;
    for (const { line, word, say } of find(path, readFileSync(file, 'utf8'))) {
      console.log(`${path}:${line} ${word}: say ${say}`);
      process.exitCode = 1;
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
