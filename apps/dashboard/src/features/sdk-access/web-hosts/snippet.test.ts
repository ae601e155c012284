import { expect, test } from 'vitest';
import { snippetOf } from './snippet.ts';

const SCRIPT = {
  url: 'https://t.example/sdk/v1.js',
  pinned_url: 'https://t.example/sdk/v1.0123456789abcdef.js',
  integrity: 'sha384-abc',
};

test('the newest script needs no hash, a pinned one has it and is loaded in the way that hashes need', () => {
  const newest = snippetOf('tm_web_1', SCRIPT, { isPinned: false });
  expect(newest).toContain(
    '<script async src="https://t.example/sdk/v1.js"\n  data-token="tm_web_1"></script>',
  );
  expect(newest).not.toContain('integrity');
  const pinned = snippetOf('tm_web_1', SCRIPT, { isPinned: true });
  expect(pinned).toContain('src="https://t.example/sdk/v1.0123456789abcdef.js"');
  expect(pinned).toContain('integrity="sha384-abc" crossorigin="anonymous"');
});
