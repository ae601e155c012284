import { describe, expect, test } from 'vitest';
import { parseInline, parseMarkdown, sectionsOf } from './parse-markdown.ts';

const text = (one: string) => [{ kind: 'text', text: one }];

describe('a document', () => {
  test.each([
    ['a heading', '## Two words', [{ kind: 'heading', level: 2, text: 'Two words' }]],
    ['lines of one paragraph', 'one\ntwo', [{ kind: 'paragraph', parts: text('one two') }]],
    [
      'paragraphs',
      'one\n\ntwo',
      [
        { kind: 'paragraph', parts: text('one') },
        { kind: 'paragraph', parts: text('two') },
      ],
    ],
    ['a list', '- one\n- two', [{ kind: 'list', items: [text('one'), text('two')] }]],
    ['an item of two lines', '- one\n  and more', [{ kind: 'list', items: [text('one and more')] }]],
    [
      'a list right after a paragraph',
      'some:\n- one',
      [
        { kind: 'paragraph', parts: text('some:') },
        { kind: 'list', items: [text('one')] },
      ],
    ],
    [
      'code with a label',
      '```sh POST /x\ncurl\n\n# no heading\n```',
      [{ kind: 'code', label: 'POST /x', code: 'curl\n\n# no heading' }],
    ],
    ['code without one', '```js\na\n```', [{ kind: 'code', label: 'js', code: 'a' }]],
    ['code that never ends', '```js\na', [{ kind: 'code', label: 'js', code: 'a' }]],
    [
      'a table',
      '| a | b |\n| --- | --- |\n| `x` | y \\| z |',
      [
        {
          kind: 'table',
          head: [text('a'), text('b')],
          rows: [[[{ kind: 'code', text: 'x' }], text('y | z')]],
        },
      ],
    ],
    [
      'HTML as text',
      '<img src=x onerror=alert(1)>',
      [{ kind: 'paragraph', parts: text('<img src=x onerror=alert(1)>') }],
    ],
    ['nothing', '', []],
  ])('has %s', (_, source, blocks) => {
    expect(parseMarkdown(source)).toEqual(blocks);
  });
});

test('a line has code, strong words and links', () => {
  expect(parseInline('See `a_b` in **the** [guide](ios.md).')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'code', text: 'a_b' },
    { kind: 'text', text: ' in ' },
    { kind: 'strong', text: 'the' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'guide', href: 'ios.md' },
    { kind: 'text', text: '.' },
  ]);
});

test('a document has an introduction and sections', () => {
  const { intro, sections } = sectionsOf(
    parseMarkdown('# Title\n\nintro\n\n## One\n\na\n\n### Part\n\n## Two'),
  );
  expect(intro).toEqual([{ kind: 'paragraph', parts: text('intro') }]);
  expect(sections).toEqual([
    {
      title: 'One',
      blocks: [
        { kind: 'paragraph', parts: text('a') },
        { kind: 'heading', level: 3, text: 'Part' },
      ],
    },
    { title: 'Two', blocks: [] },
  ]);
});
