import type { ImportDeclaration, Node, VariableDeclarator } from '@babel/types';
import { NEW_NAME, type SourceContext } from './source-context.ts';
import { replaceNode, type Visit } from './syntax.ts';

export const NEW_PACKAGE = '@trailmark/react-native';
const OLD_PACKAGE = /^(rn-linkrunner|expo-linkrunner)(\/.*)?$/;
/** Types that have the same name in the new package. */
const SAME_TYPES = new Set(['AttributionData', 'CampaignData', 'DeeplinkData', 'UserData']);

/** The variable that holds the SDK. */
export interface ImportedSdk {
  local: string;
  isRenamed: boolean;
  /** Nodes of the import, which are written already. */
  written: Node[];
}

type CanRename = (name: string, isDeclaredHere: boolean) => boolean;

const quoteOf = (context: SourceContext, node: Node) => context.textOf(node)[0] ?? "'";

const isOldPackage = (node: Node | null | undefined): boolean =>
  node?.type === 'StringLiteral' && OLD_PACKAGE.test(node.value);

function rewriteStatement(
  context: SourceContext,
  node: ImportDeclaration,
  canRename: CanRename,
): ImportedSdk | null {
  const quote = quoteOf(context, node.source);
  const names: string[] = [];
  let sdk: ImportedSdk | null = null;
  for (const specifier of node.specifiers) {
    const local = specifier.local.name;
    if (specifier.type === 'ImportDefaultSpecifier') {
      const isRenamed = canRename(local, false);
      names.unshift(isRenamed || local === NEW_NAME ? NEW_NAME : `${NEW_NAME} as ${local}`);
      sdk = { local, isRenamed, written: [specifier.local] };
    } else if (specifier.type === 'ImportSpecifier') {
      const imported =
        specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value;
      if (!SAME_TYPES.has(imported))
        context.remark(specifier, `${imported} does not exist in ${NEW_PACKAGE}`);
      names.push(context.textOf(specifier));
    } else {
      context.remark(specifier, 'import * is not migrated: import { trailmark } instead');
      return null;
    }
  }
  const kind = node.importKind === 'type' ? 'import type' : 'import';
  const list = names.length > 0 ? `{ ${names.join(', ')} } from ` : '';
  const end = context.textOf(node).endsWith(';') ? ';' : '';
  context.edits.push(replaceNode(node, `${kind} ${list}${quote}${NEW_PACKAGE}${quote}${end}`));
  return sdk;
}

/** `const linkrunner = require('rn-linkrunner').default` */
function rewriteRequire(
  context: SourceContext,
  node: VariableDeclarator,
  canRename: CanRename,
): ImportedSdk | null {
  const { init, id } = node;
  if (init?.type !== 'MemberExpression' || init.object.type !== 'CallExpression' || id.type !== 'Identifier')
    return null;
  const { callee, arguments: given } = init.object;
  const isDefault = init.property.type === 'Identifier' && init.property.name === 'default';
  if (callee.type !== 'Identifier' || callee.name !== 'require' || !isDefault) return null;
  const [from] = given;
  if (!from || !isOldPackage(from)) return null;
  const quote = quoteOf(context, from);
  const isRenamed = canRename(id.name, true);
  const pattern = isRenamed || id.name === NEW_NAME ? NEW_NAME : `${NEW_NAME}: ${id.name}`;
  context.edits.push(replaceNode(node, `{ ${pattern} } = require(${quote}${NEW_PACKAGE}${quote})`));
  return { local: id.name, isRenamed, written: [id, from] };
}

/** Rewrites what names the old package; null: it does not hold the SDK. */
export function rewriteImport(
  context: SourceContext,
  { node, parent }: Visit,
  canRename: CanRename,
): ImportedSdk | null {
  if (node.type === 'ImportDeclaration') {
    return isOldPackage(node.source) ? rewriteStatement(context, node, canRename) : null;
  }
  if (node.type === 'VariableDeclarator') return rewriteRequire(context, node, canRename);
  if (!isOldPackage(node) || parent?.type === 'ImportDeclaration' || isWritten(context, node)) return null;
  const quote = quoteOf(context, node);
  context.edits.push(replaceNode(node, `${quote}${NEW_PACKAGE}${quote}`));
  context.remark(
    node,
    `names the old package: check what is made of it, ${NEW_PACKAGE} has no default export`,
  );
  return null;
}

const isWritten = ({ edits }: SourceContext, { start, end }: Node) =>
  edits.some((edit) => edit.start <= (start ?? 0) && edit.end >= (end ?? 0));
