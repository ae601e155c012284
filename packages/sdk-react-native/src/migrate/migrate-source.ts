import type { Identifier, Node } from '@babel/types';
import { rewriteCall } from './rewrite-call.ts';
import { rewriteImport } from './rewrite-import.ts';
import { NEW_NAME, type Remark, type SourceContext } from './source-context.ts';
import { applyEdits, type Edit, parseSource, replaceNode, type Visit, visit } from './syntax.ts';

export interface MigrateOptions {
  /** The address of the Trailmark server, for `init`. */
  endpoint: string;
}

export interface MigratedSource {
  text: string;
  remarks: Remark[];
}

/** A name of a property, which refers to no variable. */
const isPropertyName = ({ parent, field }: Visit) =>
  (field === 'property' && 'computed' in (parent ?? {}) && !(parent as { computed?: boolean }).computed) ||
  (field === 'key' && !(parent as { computed?: boolean }).computed);

const isShorthand = ({ parent }: Visit) => parent?.type === 'ObjectProperty' && parent.shorthand;

const DECLARATIONS: Record<string, string> = {
  VariableDeclarator: 'id',
  FunctionDeclaration: 'params',
  FunctionExpression: 'params',
  ArrowFunctionExpression: 'params',
  CatchClause: 'param',
};

/** How often a name is declared, imports not counted. */
const declarations = (visits: Visit[], name: string) =>
  visits.filter(
    ({ node, parent, field }) =>
      node.type === 'Identifier' && node.name === name && DECLARATIONS[parent?.type ?? ''] === field,
  ).length;

/** Renames a variable of the module to `trailmark`. Where names would collide, the import keeps the old one. */
function canRename(visits: Visit[], name: string, isDeclaredHere: boolean): boolean {
  const isTaken = visits.some(({ node }) => node.type === 'Identifier' && node.name === NEW_NAME);
  return name !== NEW_NAME && !isTaken && declarations(visits, name) === (isDeclaredHere ? 1 : 0);
}

function renameAll(context: SourceContext, visits: Visit[], name: string, skipped: Set<Node>): void {
  for (const position of visits) {
    const { node } = position;
    if (node.type !== 'Identifier' || node.name !== name || skipped.has(node)) continue;
    if (isShorthand(position)) {
      if (position.field === 'value') context.edits.push(replaceNode(node, `${name}: ${NEW_NAME}`));
    } else if (!isPropertyName(position)) context.edits.push(replaceNode(node, NEW_NAME));
  }
}

/** `isLinkrunner` of an answer is called `isTrailmark`. */
function rewriteAnswers(context: SourceContext, visits: Visit[]): void {
  for (const position of visits) {
    const { node, parent } = position;
    if (node.type !== 'Identifier' || node.name !== 'isLinkrunner') continue;
    if (isShorthand(position)) {
      const isPattern = visits.find((one) => one.node === parent)?.parent?.type === 'ObjectPattern';
      if (position.field === 'value' && isPattern)
        context.edits.push(replaceNode(node, 'isTrailmark: isLinkrunner'));
    } else if (position.field === 'property' && isPropertyName(position)) {
      context.edits.push(replaceNode(node, 'isTrailmark'));
    }
  }
}

/** Moves a source file from rn-linkrunner to @trailmark/react-native. */
export function migrateSource(source: string, path: string, { endpoint }: MigrateOptions): MigratedSource {
  if (!/linkrunner/i.test(source)) return { text: source, remarks: [] };
  const remarks: Remark[] = [];
  const edits: Edit[] = [];
  const context: SourceContext = {
    source,
    endpoint,
    edits,
    remark: (node, text) => remarks.push({ line: node.loc?.start.line ?? 0, text }),
    textOf: ({ start, end }) => source.slice(start ?? 0, end ?? 0),
  };
  const visits = [...visit(parseSource(source, path).program)];
  const names = new Set<string>();
  const skipped = new Set<Node>();
  for (const position of visits) {
    const sdk = rewriteImport(context, position, (name, isDeclared) => canRename(visits, name, isDeclared));
    if (!sdk) continue;
    for (const node of sdk.written) skipped.add(node);
    names.add(sdk.local);
    if (sdk.isRenamed) renameAll(context, visits, sdk.local, skipped);
  }
  for (const { node } of visits) {
    if (node.type === 'CallExpression') rewriteCall(context, node, names);
  }
  remarkResults(context, visits, names);
  rewriteAnswers(context, visits);
  return { text: applyEdits(source, edits), remarks: remarks.sort((one, other) => one.line - other.line) };
}

/** Answers that there are no more. */
function remarkResults(context: SourceContext, visits: Visit[], names: Set<string>): void {
  const WITHOUT_ANSWER = /^(trackEvent|setUserData|setAdditionalData)$/;
  for (const { node } of visits) {
    if (node.type !== 'VariableDeclarator' || !node.init) continue;
    const value = node.init.type === 'AwaitExpression' ? node.init.argument : node.init;
    if (value.type !== 'CallExpression' || value.callee.type !== 'MemberExpression') continue;
    const { object, property } = value.callee;
    const method = (property as Identifier).name;
    if (object.type === 'Identifier' && names.has(object.name) && WITHOUT_ANSWER.test(method)) {
      context.remark(node, `${method} answers nothing: it resolves when the call is stored on the phone`);
    }
  }
}
