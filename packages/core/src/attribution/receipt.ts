import { attribute } from './attribute.ts';
import type { Conversion, Decision, Receipt, Rules, Touch } from './decision.ts';

/** Decides, and keeps everything that the decision was made from. */
export function issueReceipt(conversion: Conversion, touches: Touch[], rules: Rules): Receipt {
  return { conversion, touches, rules, decision: attribute(conversion, touches, rules) };
}

/**
 * Decides once more from a receipt alone. Fields that a receipt holds beyond today's decision are not compared:
 * another version of the product may have written them.
 */
export function recompute(receipt: Receipt): { same: boolean; decision: Decision } {
  const decision = attribute(receipt.conversion, receipt.touches, receipt.rules);
  return { same: holds(asStored(receipt.decision), asStored(decision)), decision };
}

/** A receipt is read back from JSON, so both sides are compared as JSON has them. */
function asStored(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

/** Whether everything in `expected` is found in `stored`. */
function holds(stored: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return stored === expected;
  if (typeof stored !== 'object' || stored === null) return false;
  if (Array.isArray(expected) !== Array.isArray(stored)) return false;
  if (Array.isArray(expected) && expected.length !== (stored as unknown[]).length) return false;
  return Object.entries(expected).every(([name, value]) =>
    holds((stored as Record<string, unknown>)[name], value),
  );
}
