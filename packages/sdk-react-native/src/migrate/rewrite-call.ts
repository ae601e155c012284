import type { CallExpression, Node } from '@babel/types';
import type { SourceContext } from './source-context.ts';
import type { Edit } from './syntax.ts';

/** The arguments of `init` in their old order. */
const INIT_ARGUMENTS = ['token', 'secretKey', 'keyId', 'disableIdfa', 'debug'];

/** Methods that are called in the same way. */
const SAME_METHODS = new Set([
  'capturePayment',
  'enablePIIHashing',
  'getAttributionData',
  'getPackageVersion',
  'handleDeeplink',
  'removePayment',
  'setAdditionalData',
  'setCustomerUserId',
  'setDisableAaidCollection',
  'setPushToken',
  'setUserData',
  'signup',
  'trackEvent',
]);

const isNothing = (node: Node) =>
  node.type === 'NullLiteral' || (node.type === 'Identifier' && node.name === 'undefined');

const at = (position: number | null | undefined, text: string): Edit => ({
  start: position ?? 0,
  end: position ?? 0,
  text,
});

/** `init(token, secretKey, …)` becomes `init({ token, endpoint, … })`. The arguments themselves are not changed. */
function rewriteInit(context: SourceContext, { arguments: given }: CallExpression): void {
  const [first] = given;
  if (!first || first.type === 'ObjectExpression') return;
  const isUnknown =
    given.some(({ type }) => type === 'SpreadElement') || given.length > INIT_ARGUMENTS.length;
  if (isUnknown || isNothing(first)) {
    context.remark(first, 'the arguments of init are not known: write init({ token, endpoint, … })');
    return;
  }
  for (const [index, value] of given.entries()) {
    const name = INIT_ARGUMENTS[index] ?? '';
    const label = context.textOf(value) === name ? '' : `${name}: `;
    const open = index === 0 ? '{ ' : '';
    const close = index === given.length - 1 ? ' }' : '';
    const endpoint = index === 0 ? `, endpoint: '${context.endpoint}'` : '';
    if (isNothing(value)) {
      context.edits.push({ start: given[index - 1]?.end ?? 0, end: value.end ?? 0, text: close });
    } else {
      context.edits.push(at(value.start, open + label), at(value.end, endpoint + close));
    }
  }
}

/** Rewrites a call of the SDK, and remarks on what it cannot rewrite. */
export function rewriteCall(context: SourceContext, node: CallExpression, names: Set<string>): void {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return;
  const { object, property: method } = callee;
  if (object.type !== 'Identifier' || !names.has(object.name) || method.type !== 'Identifier') return;
  if (method.name === 'init') rewriteInit(context, node);
  else if (method.name === 'setConsent') {
    context.remark(node, 'setConsent takes { adUserData, adPersonalization, isEea, … }: check the fields');
  } else if (!SAME_METHODS.has(method.name)) {
    context.remark(node, `${method.name} does not exist in @trailmark/react-native`);
  }
}
