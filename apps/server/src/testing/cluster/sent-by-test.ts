/** A file of ours in a line of a stack, but for those that every statement passes through. */
const OURS = /\/apps\/(?!server\/src\/db\/|server\/src\/testing\/record-statements)[^:)]*/;
const TESTS = /\.test\.tsx?$|\/apps\/server\/src\/testing\/|\/apps\/sandbox\//;

/** Whether a stack begins in the code of a test; what begins in neither belongs to the product, to be on the safe side. */
export function isSentByTest(stack: string): boolean {
  for (const line of stack.split('\n')) {
    const file = OURS.exec(line)?.[0];
    if (file && !line.includes('node_modules')) return TESTS.test(file);
  }
  return false;
}
