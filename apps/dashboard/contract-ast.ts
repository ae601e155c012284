export interface AstNode {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/** What the server and the documents need of a route; a client calls it by the rest. */
export const LEFT_OUT = new Set([
  'access',
  'body',
  'bodyLimit',
  'params',
  'query',
  'response',
  'summary',
  'tag',
]);

const isNode = (part: unknown): part is AstNode =>
  typeof part === 'object' && part !== null && 'type' in part && 'start' in part;

export const nodesIn = (part: unknown): AstNode[] => (Array.isArray(part) ? part : [part]).filter(isNode);

/** Visits nodes from the outside in; where the visitor answers true, what is inside is left alone. */
export function walk(node: AstNode, visit: (node: AstNode) => boolean): void {
  if (visit(node)) return;
  for (const part of Object.values(node)) for (const inner of nodesIn(part)) walk(inner, visit);
}

/** The object that declares a route, where this is the call that does so. */
export function routeSpec({ type, callee, arguments: given }: AstNode): AstNode | undefined {
  if (type !== 'CallExpression' || (callee as AstNode).name !== 'route') return undefined;
  return nodesIn(given).find((one) => one.type === 'ObjectExpression');
}

export const nameOf = (node: unknown): string => String((node as AstNode | undefined)?.name);

export const isLeftOut = ({ type, key }: AstNode): boolean =>
  type === 'Property' && LEFT_OUT.has(nameOf(key));

/** The statements of a module, without the word that exports them. */
export function declarationsIn(program: AstNode): AstNode[] {
  return nodesIn(program.body).flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' ? nodesIn(statement.declaration) : [statement],
  );
}

/** Imports of values by name. */
export function importsIn(program: AstNode): { node: AstNode; from: string; names: [string, string][] }[] {
  return nodesIn(program.body)
    .filter(({ type, importKind }) => type === 'ImportDeclaration' && importKind !== 'type')
    .map((node) => ({
      node,
      from: String((node.source as { value: unknown }).value),
      names: nodesIn(node.specifiers)
        .filter(({ type, importKind }) => type === 'ImportSpecifier' && importKind !== 'type')
        .map(({ imported, local }) => [nameOf(imported), nameOf(local)] as [string, string]),
    }));
}
