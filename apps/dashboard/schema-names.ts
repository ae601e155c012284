import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'vite';
import {
  type AstNode,
  declarationsIn,
  importsIn,
  isLeftOut,
  nameOf,
  nodesIn,
  routeSpec,
  walk,
} from './contract-ast.ts';

/** The names that a value uses; types are not among them, nor what is left out of routes. */
function usedIn(value: AstNode): Set<string> {
  const used = new Set<string>();
  const visit = (node: AstNode): boolean => {
    const { type, object, property, computed, key, value: given } = node;
    if (type.startsWith('TS') && !('expression' in node)) return true;
    if (type === 'Identifier') used.add(nameOf(node));
    const spec = routeSpec(node);
    if (spec) for (const part of nodesIn(spec.properties)) if (!isLeftOut(part)) walk(part, visit);
    if (spec) return true;
    const isNamed = (type === 'MemberExpression' || type === 'Property') && !computed;
    if (isNamed) for (const part of nodesIn(type === 'Property' ? given : object)) walk(part, visit);
    return isNamed && (key ?? property) !== undefined;
  };
  walk(value, visit);
  return used;
}

/** What a module declares, and what each of it uses. */
function declaredIn(program: AstNode): Map<string, Set<string>> {
  const declared = new Map<string, Set<string>>();
  for (const statement of declarationsIn(program)) {
    for (const one of nodesIn(statement.declarations)) declared.set(nameOf(one.id), usedIn(one));
    if (/^(Function|Class)Declaration$/.test(statement.type))
      declared.set(nameOf(statement.id), usedIn(statement));
  }
  return declared;
}

/** Names of a module that need zod to run: by themselves, or by what they use. */
export function schemaNamesOf(code: string, ofImport: (from: string) => ReadonlySet<string>): Set<string> {
  const program = parseAst(code, { lang: 'ts' }) as unknown as AstNode;
  const needing = new Set<string>();
  for (const { from, names } of importsIn(program)) {
    const theirs = from === 'zod' ? null : ofImport(from);
    for (const [imported, local] of names) if (!theirs || theirs.has(imported)) needing.add(local);
  }
  const declared = declaredIn(program);
  for (let before = -1; before < needing.size; ) {
    before = needing.size;
    for (const [name, used] of declared) {
      if ([...used].some((one) => needing.has(one))) needing.add(name);
    }
  }
  return needing;
}

const known = new Map<string, Set<string>>();

/** The same of a file, with the files that it imports. */
export function schemaNamesIn(file: string): ReadonlySet<string> {
  const cached = known.get(file);
  if (cached) return cached;
  // For a module that imports itself by a detour.
  known.set(file, new Set());
  const names = schemaNamesOf(readFileSync(file, 'utf8'), (from) =>
    from.startsWith('.') ? schemaNamesIn(join(dirname(file), from)) : new Set(),
  );
  known.set(file, names);
  return names;
}
