import { describe, expect, test } from 'vitest';
import { findRefusedProse, findRefusedWords } from './words.mjs';

const wordsOf = (source, path = 'packages/core/src/example.ts') =>
  findRefusedWords(path, source).map(({ word }) => word);

describe('refuses', () => {
  test.each([
    ['a constant', 'const figure = 1;', 'figure'],
    ['a word of a longer name', 'const COHORT_FIGURES = [];', 'figures'],
    ['a parameter', 'export function read(asked: string) {}', 'asked'],
    ['a destructured name', 'const { value: wanted } = options;', 'wanted'],
    ['a type', 'interface Place { key: string }', 'place'],
    ['a field of a type', 'interface Row { isTold: boolean }', 'told'],
    ['an import under another name', "import { metric as figure } from './metric.ts';", 'figure'],
    ['a cache that is called a book', 'class LinkBook {}', 'book'],
    ['a phrase in a string', "const text = 'Rows are counted anew';", 'anew'],
    ['a phrase in a template', 'const text = `Many figures`;', 'figures'],
    ['a phrase in a comment', '/** Installs are told apart by network. */\nconst a = 1;', 'told apart'],
  ])('%s', (_, source, word) => {
    expect(wordsOf(source)).toEqual([word]);
  });

  test('fields of object literals in the contract, which declare what is sent', () => {
    const source = 'export const query = { figure: text };';
    expect(wordsOf(source, 'packages/contract/src/cohorts.ts')).toEqual(['figure']);
    expect(wordsOf(source)).toEqual([]);
  });

  test('phrases of screens in the dashboard only', () => {
    const source = "const text = 'No installs in these days';";
    expect(wordsOf(source, 'apps/dashboard/src/empty.ts')).toEqual(['these days']);
    expect(wordsOf(source, 'bench/example.ts')).toEqual([]);
  });
});

describe('refuses where people read it', () => {
  test.each([
    ['a screen', 'apps/dashboard/src/empty.tsx', '<p>Ask somebody else.</p>', 'somebody'],
    [
      'an error on a screen',
      'apps/dashboard/src/a.ts',
      "const text = 'It could not be loaded';",
      'could not be loaded',
    ],
    [
      'a description of the API',
      'packages/contract/src/a.ts',
      "const a = { summary: 'Start a back-fill' };",
      'back-fill',
    ],
    ['a receipt', 'packages/core/src/a.ts', 'const text = `A click that Meta vouches for`;', 'vouches for'],
    [
      'an answer',
      'apps/server/src/features/a.ts',
      "throw new AppError('conflict', 'It was tried in vain.');",
      'in vain',
    ],
    ['an error of the shell', 'apps/server/src/http/a.ts', "const text = 'Somebody else did';", 'Somebody'],
    ['a package for apps', 'packages/sdk-web/src/a.ts', "const text = 'Open to anybody';", 'anybody'],
    ['an import', 'apps/dashboard/src/a.ts', "const text = 'An account is asked hourly';", 'is asked'],
    ['a sum', 'packages/core/src/a.ts', "const text = 'It is booked once';", 'booked'],
  ])('%s', (_, path, source, word) => {
    expect(wordsOf(source, path)).toEqual([word]);
    expect(wordsOf(source, path.replace(/(\.tsx?)$/, '.test$1'))).toEqual([]);
  });

  test('a command of the repository, but no support of tests', () => {
    const source = "console.log('It was tried in vain.');";
    expect(wordsOf(source, 'scripts/example.mjs')).toEqual(['in vain']);
    expect(wordsOf(source, 'apps/server/src/testing/example.ts')).toEqual([]);
  });

  test('a document, but not the code in it', () => {
    const prose = 'Rows stand for an install.\n```sh\necho these days\n```\nUse `anew`, and count anew.';
    expect(findRefusedProse('docs/example.md', prose)).toEqual([
      { line: 1, word: 'stand for', say: 'is stored, is listed, means' },
      { line: 5, word: 'anew', say: 'again: rebuild or recompute' },
    ]);
  });
});

describe('allows', () => {
  test.each([
    ['names of others', 'dns.questions.map(({ name }) => name);'],
    ['an imported name', "import { Question } from 'dns-packet';"],
    ['a path of a module', "import { plant } from './plant-figures.ts';"],
    ['a verb that books', 'function bookPayments() {}'],
    ['a word inside another', 'const placeholder = 1; const configured = 2; const worldwide = 3;'],
    ['decimal places', 'const places = 6;'],
    ['attributes of elements', '<figure place="left" />;'],
    ['plain English', "const text = 'Store the key in a safe place and ask a question.';"],
    ['an answer that was not given', "const text = 'Tracking: not asked';"],
  ])('%s', (_, source) => {
    expect(wordsOf(source, 'packages/core/src/example.tsx')).toEqual([]);
  });

  test('a word of a stored format where the format is read', () => {
    const source = 'interface Candidate { likeness: number }';
    expect(wordsOf(source, 'packages/core/src/attribution/decision.ts')).toEqual([]);
    expect(wordsOf(source)).toEqual(['likeness']);
  });
});

test('says where a word is, and what to say instead', () => {
  const source = 'const a = 1;\nconst figure = 2;';
  expect(findRefusedWords('bench/example.ts', source)).toEqual([{ line: 2, word: 'figure', say: 'metric' }]);
});
