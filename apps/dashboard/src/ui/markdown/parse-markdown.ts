/** A part of a line. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'link'; text: string; href: string };

export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  | { kind: 'paragraph'; parts: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'code'; label: string; code: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;
const HEADING = /^(#{1,3}) (.+)$/;
const FENCE = /^```(\w*) ?(.*)$/;
const ITEM = /^- (.*)$/;

function inlineOf([, code, strong, text, href]: RegExpExecArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong !== undefined) return { kind: 'strong', text: strong };
  return { kind: 'link', text: text ?? '', href: href ?? '' };
}

export function parseInline(line: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of line.matchAll(INLINE)) {
    if (match.index > end) parts.push({ kind: 'text', text: line.slice(end, match.index) });
    parts.push(inlineOf(match as RegExpExecArray));
    end = match.index + match[0].length;
  }
  if (end < line.length) parts.push({ kind: 'text', text: line.slice(end) });
  return parts;
}

/** Cells of a row; a bar after a backslash, or within code, is part of its cell. */
function cellsOf(row: string): Inline[][] {
  const inner = row.replace(/^\|/, '').replace(/\|\s*$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => parseInline(cell.trim().replaceAll('\\|', '|')));
}

interface Read {
  block: Block | null;
  /** The line after it. */
  next: number;
}

function readCode(lines: string[], at: number, [, language, label]: RegExpExecArray): Read {
  let end = at + 1;
  while (end < lines.length && lines[end] !== '```') end += 1;
  const code = lines.slice(at + 1, end).join('\n');
  return { block: { kind: 'code', label: label || language || 'Code', code }, next: end + 1 };
}

/** The lines from here on that fit. */
function run(lines: string[], at: number, fits: (line: string) => boolean): string[] {
  let end = at;
  while (end < lines.length && fits(lines[end] ?? '')) end += 1;
  return lines.slice(at, end);
}

function readList(lines: string[], at: number): Read {
  const own = run(lines, at, (line) => ITEM.test(line) || line.startsWith('  '));
  const items: string[] = [];
  for (const line of own) {
    const item = ITEM.exec(line)?.[1];
    if (item === undefined) items.push(`${items.pop() ?? ''} ${line.trim()}`);
    else items.push(item);
  }
  return { block: { kind: 'list', items: items.map(parseInline) }, next: at + own.length };
}

function readTable(lines: string[], at: number): Read {
  const own = run(lines, at, (line) => line.startsWith('|'));
  const [head = '', , ...rows] = own;
  return { block: { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) }, next: at + own.length };
}

const beginsBlock = (line: string) =>
  line.trim() === '' || HEADING.test(line) || FENCE.test(line) || ITEM.test(line) || line.startsWith('|');

function readBlock(lines: string[], at: number): Read {
  const line = lines[at] ?? '';
  const fence = FENCE.exec(line);
  const heading = HEADING.exec(line);
  if (line.trim() === '') return { block: null, next: at + 1 };
  if (fence) return readCode(lines, at, fence);
  if (heading) {
    const level = (heading[1] ?? '#').length as 1 | 2 | 3;
    return { block: { kind: 'heading', level, text: heading[2] ?? '' }, next: at + 1 };
  }
  if (line.startsWith('|')) return readTable(lines, at);
  if (ITEM.test(line)) return readList(lines, at);
  const rest = run(lines, at + 1, (one) => !beginsBlock(one));
  const parts = parseInline([line, ...rest].join(' '));
  return { block: { kind: 'paragraph', parts }, next: at + 1 + rest.length };
}

/**
 * Reads the Markdown of our own documents: headings, paragraphs, lists, tables, code, links. HTML is text like any
 * other, so nothing in a document can become an element.
 */
export function parseMarkdown(text: string): Block[] {
  const lines = text.split(/\r?\n/);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const { block, next } = readBlock(lines, at);
    if (block) blocks.push(block);
    at = next;
  }
  return blocks;
}

export interface Section {
  title: string;
  blocks: Block[];
}

/** What comes before the first heading of the second level, and what each of them has below it. */
export function sectionsOf(blocks: Block[]): { intro: Block[]; sections: Section[] } {
  const intro: Block[] = [];
  const sections: Section[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 2) sections.push({ title: block.text, blocks: [] });
    else if (block.kind !== 'heading' || block.level > 1) (sections.at(-1)?.blocks ?? intro).push(block);
  }
  return { intro, sections };
}
