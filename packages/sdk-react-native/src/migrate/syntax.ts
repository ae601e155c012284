import { type ParserPlugin, parse } from '@babel/parser';
import type { File, Node } from '@babel/types';

/** A position in a syntax tree, with the way up. */
export interface Visit {
  node: Node;
  parent: Node | null;
  /** The field of the parent. */
  field: string;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Every node of a tree, parents first. */
export function* visit(node: Node, parent: Node | null = null, field = ''): Generator<Visit> {
  yield { node, parent, field };
  for (const [name, value] of Object.entries(node)) {
    const children = Array.isArray(value) ? value : [value];
    for (const child of children) if (isNode(child)) yield* visit(child, node, name);
  }
}

/** Apps are written in TypeScript, in Flow or in neither. */
export function parseSource(text: string, path: string): File {
  const isTypeScript = /\.[cm]?tsx?$/.test(path);
  const hasJsx = !/\.[cm]?ts$/.test(path);
  const plugins: ParserPlugin[] = [isTypeScript ? 'typescript' : 'flow', 'decorators-legacy'];
  if (hasJsx) plugins.push('jsx');
  return parse(text, { sourceType: 'unambiguous', errorRecovery: true, plugins });
}

export interface Edit {
  start: number;
  end: number;
  text: string;
}

export const replaceNode = ({ start, end }: Node, text: string): Edit => ({
  start: start ?? 0,
  end: end ?? 0,
  text,
});

/** The text with all edits, the last one first. None may overlap another; an insertion may be where another begins. */
export function applyEdits(text: string, edits: Edit[]): string {
  let result = text;
  const backwards = [...edits].sort((one, other) => other.start - one.start || other.end - one.end);
  for (const { start, end, text: replacement } of backwards) {
    result = result.slice(0, start) + replacement + result.slice(end);
  }
  return result;
}
