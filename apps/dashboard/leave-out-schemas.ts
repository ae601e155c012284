import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Plugin, parseAst } from 'vite';
import {
  type AstNode,
  declarationsIn,
  importsIn,
  isLeftOut,
  LEFT_OUT,
  nodesIn,
  routeSpec,
  walk,
} from './contract-ast.ts';
import { schemaNamesIn } from './schema-names.ts';

const CONTRACT = /\/packages\/contract\/src\//;
const DASHBOARD = /\/apps\/dashboard\/src\/.*\.tsx?$/;
const CONTRACT_FILES = join(import.meta.dirname, '../../packages/contract/src');
/** Marks the copy of a module that has its schemas. */
const APART = '?schemas';

interface Edit {
  start: number;
  end: number;
  text: string;
}

const STILL = new Set(['Literal', 'Identifier', 'ArrowFunctionExpression', 'FunctionExpression']);

/** Values of a module, which may be left out where nobody uses them: making them has no side effects. */
function valuesOf(program: AstNode): AstNode[] {
  return declarationsIn(program)
    .flatMap(({ declarations }) => nodesIn(declarations))
    .flatMap(({ init }) => nodesIn(init))
    .filter(({ type }) => !STILL.has(type));
}

/** From the end, so that what comes before keeps its place; what is put around something comes around it. */
function edited(code: string, edits: Edit[]): string {
  const ordered = edits.sort((a, b) => b.start - a.start || b.end - a.end);
  return ordered.reduce(
    (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
    code,
  );
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
  return edited(code, edits);
}

/** Imports of schemas lead to a copy of their module: what else is in it then needs neither them nor zod. */
export function importSchemasApart(code: string, schemasOf: (from: string) => ReadonlySet<string>): string {
  const program = parseAst(code) as unknown as AstNode;
  const edits = importsIn(program).flatMap(({ node: { start, end }, from, names }): Edit[] => {
    const schemas = schemasOf(from);
    const part = (isSchema: boolean) =>
      names.filter(([name]) => schemas.has(name) === isSchema).map(([name, local]) => `${name} as ${local}`);
    const [plain, apart] = [part(false), part(true)];
    if (apart.length === 0) return [];
    const rest = plain.length > 0 ? `import { ${plain.join(', ')} } from '${from}';\n` : '';
    return [{ start, end, text: `${rest}import { ${apart.join(', ')} } from '${from}${APART}';` }];
  });
  return edited(code, edits);
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

const schemasOf = (importer: string) => (from: string) => {
  const name = /^@trailmark\/contract\/([\w-]+)$/.exec(from)?.[1];
  if (name) return schemaNamesIn(join(CONTRACT_FILES, `${name}.ts`));
  const isOfContract = CONTRACT.test(importer) && from.startsWith('.');
  return isOfContract ? schemaNamesIn(join(dirname(importer), from)) : new Set<string>();
};

/**
 * The dashboard is typed by the schemas of routes and never runs them: in the built files they would be most of
 * what the first screen waits for. A form that checks what is typed names its schema, which comes with the form.
 */
export const schemasLeftOut: Plugin = {
  name: 'schemas-left-out',
  apply: 'build',
  resolveId: {
    filter: { id: /\?schemas$/ },
    async handler(id, importer) {
      const resolved = await this.resolve(id.slice(0, -APART.length), importer);
      return resolved && { id: resolved.id + APART, moduleSideEffects: false };
    },
  },
  load: {
    filter: { id: /\?schemas$/ },
    handler: (id) => ({ code: readFileSync(id.slice(0, -APART.length), 'utf8'), moduleType: 'ts' }),
  },
  transform: {
    filter: { id: [CONTRACT, DASHBOARD] },
    handler(code, id) {
      const missing = DASHBOARD.test(id) ? missingPart(code) : null;
      if (missing)
        this.error(`${missing} is not in the built dashboard: export that schema by a name of its own.`);
      const apart = importSchemasApart(code, schemasOf(id));
      if (DASHBOARD.test(id)) return apart === code ? null : { code: apart, map: null };
      return { code: leaveOutSchemas(apart), map: null, moduleSideEffects: false };
    },
  },
};
