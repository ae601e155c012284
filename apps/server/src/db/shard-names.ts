/** A table by its name in a statement, at most with the alias that follows. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|[a-z_][a-z0-9_]*|\$\d+|::|\d+|[^\s]/gi;
const WORD = /^[a-z_]/i;

/** What can come after a table that has no other name. */
const AFTER_TABLE = new Set(
  `where group order having limit offset union intersect except returning set on using join left right full inner cross
  natural window fetch for values select with default overriding tablesample when`.split(/\s+/),
);
/** Behind these, a comma is not one between tables any more. */
const END_OF_TABLES = new Set(
  'where group order having limit offset union intersect except returning set window fetch for values select'.split(
    ' ',
  ),
);
/** Functions with a `from` between their arguments. */
const WITH_FROM = new Set(['extract', 'substring', 'trim', 'overlay']);

interface Token {
  text: string;
  /** In small letters, where it is a word. */
  word: string | null;
  /** What it may be the name of. */
  name: string | null;
  at: number;
}

const tokensOf = (statement: string): Token[] =>
  [...statement.matchAll(TOKEN)].flatMap(({ 0: text, index: at }) => {
    if (text.startsWith('--') || text.startsWith('/*')) return [];
    const word = WORD.test(text) ? text.toLowerCase() : null;
    return [{ text, word, name: text.startsWith('"') ? text.slice(1, -1) : word, at }];
  });

/** The names of common table expressions: `x as (`, `x (a, b) as materialized (`. */
function commonNames(tokens: Token[]): Set<string> {
  const names = new Set<string>();
  for (const [at, { name }] of tokens.entries()) {
    const before = tokens[at - 1];
    if (!name || !before || !(before.word === 'with' || before.word === 'recursive' || before.text === ',')) {
      continue;
    }
    let next = at + 1;
    if (tokens[next]?.text === '(') while (tokens[next++]?.text !== ')' && next < tokens.length);
    if (tokens[next++]?.word !== 'as') continue;
    while (['not', 'materialized'].includes(tokens[next]?.word ?? '')) next += 1;
    if (tokens[next]?.text === '(') names.add(name);
  }
  return names;
}

/** A table in a statement, and whether the statement writes it. */
interface Mention {
  token: Token;
  next: Token | undefined;
  isWritten: boolean;
}

/** Every name that stands where a table does. */
function* mentionsIn(tokens: Token[]): Generator<Mention> {
  const levels = [{ isFunction: false, inFrom: false }];
  let [isTable, isWritten] = [false, false];
  for (const [at, token] of tokens.entries()) {
    const level = levels.at(-1) as (typeof levels)[number];
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    if (token.text === '(') {
      // Around a join, or around a statement or the arguments of a function.
      isTable &&= !['select', 'with', 'values'].includes(next?.word ?? '');
      levels.push({ isFunction: WITH_FROM.has(before?.word ?? ''), inFrom: isTable });
    } else if (token.text === ')') levels.pop();
    else if (token.text === ',') isTable = level.inFrom;
    else if (token.word === 'from' && before?.word !== 'distinct' && !level.isFunction) {
      [isTable, isWritten, level.inFrom] = [true, before?.word === 'delete', true];
    } else if (token.word === 'join' || (token.word === 'table' && before?.word === 'lock'))
      [isTable, isWritten] = [true, false];
    else if (token.word === 'using' && next?.text !== '(')
      [isTable, isWritten, level.inFrom] = [true, false, true];
    else if (token.word === 'into') [isTable, isWritten] = [true, true];
    else if (token.word === 'update' && !['for', 'do', 'key'].includes(before?.word ?? '')) {
      [isTable, isWritten] = [true, true];
    } else if (token.word && END_OF_TABLES.has(token.word)) [isTable, level.inFrom] = [false, false];
    else if (isTable && token.name && !['only', 'lateral'].includes(token.word ?? '')) {
      if (next?.text !== '.') yield { token, next, isWritten };
      [isTable, isWritten] = [false, false];
    }
  }
}

/** A statement with the names of tables that one shard has for them. */
export interface RenamedStatement {
  text: string;
  /** Whether it changes tables of the shard. */
  writes: boolean;
}

/** The names of the tables of a shard; `everywhere` are those that all nodes have and one node alone may not change. */
export interface ShardTables {
  own: ReadonlyMap<string, string>;
  everywhere: ReadonlyMap<string, string>;
}

/**
 * A statement as it is for one shard, which PostgreSQL then plans by itself. Every table keeps its name in the statement.
 * What else it names, and a statement that changes what all nodes have, is left to the cluster.
 */
export function renameTables(statement: string, { own, everywhere }: ShardTables): RenamedStatement {
  const tokens = tokensOf(statement);
  const common = commonNames(tokens);
  let [text, end, writes] = ['', 0, false];
  for (const { token, next, isWritten } of mentionsIn(tokens)) {
    const name = token.name ?? '';
    if (common.has(name)) continue;
    if (isWritten && everywhere.has(name)) return { text: statement, writes: false };
    const renamed = own.get(name) ?? everywhere.get(name);
    if (renamed === undefined) continue;
    writes ||= isWritten;
    const hasAlias = next?.name && !AFTER_TABLE.has(next.word ?? '');
    text += statement.slice(end, token.at) + (hasAlias ? renamed : `${renamed} as ${name}`);
    end = token.at + token.text.length;
  }
  return { text: text + statement.slice(end), writes };
}
