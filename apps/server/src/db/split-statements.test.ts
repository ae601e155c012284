import { describe, expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

describe('the statements of a file', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['-- nothing; at all', []],
    ['select 1', ['select 1']],
    ['select 1; select 2;', ['select 1', 'select 2']],
    ["select ';'; select 'it''s; so'", ["select ';'", "select 'it''s; so'"]],
    ['select 1 as "a;b"; select 2', ['select 1 as "a;b"', 'select 2']],
    ['-- one; two\nselect 1; -- three;', ['-- one; two\nselect 1']],
    ['/* a; b */ select 1; select 2', ['/* a; b */ select 1', 'select 2']],
    ['do $$ begin a; b; end $$; select 1', ['do $$ begin a; b; end $$', 'select 1']],
    ["do $x$ select '$$;'; $x$; select $1", ["do $x$ select '$$;'; $x$", 'select $1']],
  ])('%s', (text, statements) => {
    expect(splitStatements(text)).toEqual(statements);
  });
});
