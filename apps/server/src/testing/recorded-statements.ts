import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A statement that was sent to the database while tests ran. */
export interface RecordedStatement {
  text: string;
  /** Whether only tests sent it, and not the product. */
  isOfTest: boolean;
  /** For each parameter the first one that had the same value. */
  sameAs: number[];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The parameters that had the same value, of which query builders give each a number of its own. */
export function sameParameters(values: readonly unknown[]): number[] {
  const texts = values.map(textOf);
  return texts.map((text) => texts.indexOf(text) + 1);
}

/** Each statement that a run of the tests has left in a directory, once. */
export function readRecorded(dir: string): RecordedStatement[] {
  const texts = new Map<string, RecordedStatement>();
  for (const file of existsSync(dir) ? readdirSync(dir) : []) {
    const lines = readFileSync(join(dir, file), 'utf8').split('\n').filter(Boolean);
    for (const line of lines) {
      const statement = JSON.parse(line) as RecordedStatement;
      const isOfTest = statement.isOfTest && (texts.get(statement.text)?.isOfTest ?? true);
      texts.set(statement.text, { ...statement, isOfTest });
    }
  }
  return [...texts.values()];
}
