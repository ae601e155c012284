/** Ends where its text ends: a comment, a quoted text, a quoted name, or a text between dollars. */
const SKIPPED = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1/g;

/** The statements of a file of SQL. A cluster takes changes of its tables one at a time. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let searched = 0;
  const cut = (from: number, to: number) => {
    for (let at = text.indexOf(';', from); at !== -1 && at < to; at = text.indexOf(';', at + 1)) {
      statements.push(text.slice(start, at));
      start = at + 1;
    }
  };
  for (const { index, 0: skipped } of text.matchAll(SKIPPED)) {
    cut(searched, index);
    searched = index + skipped.length;
  }
  cut(searched, text.length);
  statements.push(text.slice(start));
  const isComment = (statement: string) => statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() === '';
  return statements.filter((statement) => !isComment(statement)).map((statement) => statement.trim());
}
