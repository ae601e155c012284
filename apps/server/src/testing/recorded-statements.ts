import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A statement that was sent to the database while tests ran. */
export interface RecordedStatement {
  text: string;
  /** Whether only tests sent it, and not the product. */
  isOfTest: boolean;
}

/** What can be prepared; migrations and the tests of other files send the rest. */
const PREPARABLE = /^\s*(?:\/\*[^*]*\*\/\s*)?(?:select|insert|update|delete|with|values)\b/i;

/** Each preparable statement that a run of the tests has left in a directory, once. */
export function readRecorded(dir: string): RecordedStatement[] {
  const texts = new Map<string, RecordedStatement>();
  for (const file of existsSync(dir) ? readdirSync(dir) : []) {
    const lines = readFileSync(join(dir, file), 'utf8').split('\n').filter(Boolean);
    for (const line of lines) {
      const statement = JSON.parse(line) as RecordedStatement;
      const isOfTest = statement.isOfTest && (texts.get(statement.text)?.isOfTest ?? true);
      if (PREPARABLE.test(statement.text)) texts.set(statement.text, { ...statement, isOfTest });
    }
  }
  return [...texts.values()];
}
