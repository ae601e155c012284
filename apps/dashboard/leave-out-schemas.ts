import { type Plugin, parseAst } from 'vite';

const CONTRACT = /\/packages\/contract\/src\//;
const DASHBOARD = /\/apps\/dashboard\/src\//;

/** What the server and the documents need of a route; a client calls it by the rest. */
const LEFT_OUT = new Set(['access', 'body', 'bodyLimit', 'params', 'query', 'response', 'summary', 'tag']);

interface AstNode {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

const isNode = (part: unknown): part is AstNode =>
  typeof part === 'object' && part !== null && 'type' in part && 'start' in part;

const nodesIn = (part: unknown): AstNode[] => (Array.isArray(part) ? part : [part]).filter(isNode);

/** Visits nodes from the outside in; where the visitor answers true, what is inside is left alone. */
function walk(node: AstNode, visit: (node: AstNode) => boolean): void {
  if (visit(node)) return;
  for (const part of Object.values(node)) for (const inner of nodesIn(part)) walk(inner, visit);
}

function routeSpec({ type, callee, arguments: given }: AstNode): AstNode | undefined {
  if (type !== 'CallExpression' || (callee as AstNode).name !== 'route') return undefined;
  return nodesIn(given).find((one) => one.type === 'ObjectExpression');
}

const isLeftOut = ({ type, key }: AstNode) =>
  type === 'Property' && LEFT_OUT.has(String((key as AstNode).name));

const STILL = new Set(['Literal', 'Identifier', 'ArrowFunctionExpression', 'FunctionExpression']);

/** Values of a module, which may be left out where nobody uses them: making them has no side effects. */
function valuesOf(program: AstNode): AstNode[] {
  const declared = nodesIn(program.body).flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' ? nodesIn(statement.declaration) : [statement],
  );
  return declared
    .flatMap(({ declarations }) => nodesIn(declarations))
    .flatMap(({ init }) => nodesIn(init))
    .filter(({ type }) => !STILL.has(type));
}

/** A module of the contract, with routes as method and path, and schemas that fall away where nobody names them. */
export function leaveOutSchemas(code: string): string {
  const program = parseAst(code) as unknown as AstNode;
  const edits: Edit[] = valuesOf(program).flatMap(({ start, end }) => [
    { start, end: start, text: '/*#__PURE__*/(() => (' },
    { start: end, end, text: '))()' },
  ]);
  walk(program, (node) => {
    const spec = routeSpec(node);
    if (!spec) return false;
    const kept = nodesIn(spec.properties).filter((property) => !isLeftOut(property));
    const text = kept.map(({ start, end }) => code.slice(start, end)).join(', ');
    edits.push({ start: node.start, end: node.end, text: `({ ${text} })` });
    return true;
  });
  // From the end, so that what comes before keeps its place; what is put around something comes around it.
  edits.sort((a, b) => b.start - a.start || b.end - a.end);
  return edits.reduce(
    (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
    code,
  );
}

/** The first part of a route that this module reads although it is left out, such as `updateUser.body`. */
export function missingPart(code: string): string | null {
  if (!code.includes('@trailmark/contract/')) return null;
  const program = parseAst(code) as unknown as AstNode;
  const imported = new Set<unknown>();
  let found: string | null = null;
  walk(program, (node) => {
    const { type, source, specifiers, object, property, computed } = node;
    if (type === 'ImportDeclaration') {
      const isContract = String((source as AstNode).value).startsWith('@trailmark/contract/');
      if (isContract) for (const { local } of nodesIn(specifiers)) imported.add((local as AstNode).name);
    }
    if (type !== 'MemberExpression' || computed || !imported.has((object as AstNode).name)) return false;
    const part = String((property as AstNode).name);
    if (LEFT_OUT.has(part)) found ??= `${(object as AstNode).name}.${part}`;
    return false;
  });
  return found;
}

/**
 * The dashboard is typed by the schemas of routes and never runs them: in the built files they would be most of
 * what the first screen waits for. A form that checks what is typed names its schema, which comes with the form.
 */
export const schemasLeftOut: Plugin = {
  name: 'schemas-left-out',
  apply: 'build',
  transform: {
    filter: { id: [CONTRACT, DASHBOARD] },
    handler(code, id) {
      if (CONTRACT.test(id)) return { code: leaveOutSchemas(code), map: null, moduleSideEffects: false };
      const missing = missingPart(code);
      if (missing)
        this.error(`${missing} is not in the built dashboard: export that schema by a name of its own.`);
      return null;
    },
  },
};
