/** A file of ours in a line of a stack, but for those that every statement passes through; their tests are none of them. */
const OURS = /\/apps\/(?!server\/src\/db\/(?![^:)]*\.test\.)|server\/src\/testing\/record-statements)[^:)]*/;
const TESTS = /\.test\.tsx?$|\/apps\/server\/src\/testing\/|\/apps\/sandbox\//;

/** Whether a stack begins in the code of a test; null where it shows no code of ours. */
export function isSentByTest(stack: string): boolean | null {
  for (const line of stack.split('\n')) {
    // Migrations are applied by the coordinator, and may reach every node.
    if (line.includes('/db/migrate.ts')) return true;
    const file = OURS.exec(line)?.[0];
    if (file && !line.includes('node_modules')) return TESTS.test(file);
  }
  return null;
}
