import { Fragment, type ReactNode } from 'react';
import { CodeBlock } from '../code-block.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../table.tsx';
import type { Block, Inline } from './parse-markdown.ts';

interface MarkdownProps {
  /** What the document is about. */
  title: string;
  blocks: Block[];
  /** Draws a link within the dashboard; null: it leads elsewhere. */
  link: (href: string, text: string) => ReactNode | null;
}

/** The parts of a document never change their order: a number is a good key. */
const numbered = <Part,>(parts: Part[]) => parts.map((part, at) => ({ part, key: `part-${at}` }));

/** A part of a document as elements of the dashboard. */
export function Markdown({ title, blocks, link }: MarkdownProps) {
  let heading = title;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {numbered(blocks).map(({ part: block, key }) => {
        if (block.kind === 'heading') heading = block.text;
        return <BlockView key={key} block={block} heading={heading} link={link} />;
      })}
    </div>
  );
}

interface BlockViewProps {
  block: Block;
  /** The nearest one above it. */
  heading: string;
  link: MarkdownProps['link'];
}

function BlockView({ block, heading, link }: BlockViewProps) {
  const line = (parts: Inline[]) => <Line parts={parts} link={link} />;
  switch (block.kind) {
    case 'heading':
      return <h4 className="mt-3 font-medium first:mt-0">{block.text}</h4>;
    case 'paragraph':
      return <p className="max-w-[78ch] text-text-2">{line(block.parts)}</p>;
    case 'list':
      return (
        <ul className="grid max-w-[78ch] list-disc gap-1.5 pl-5 text-text-2 marker:text-text-3">
          {numbered(block.items).map(({ part, key }) => (
            <li key={key}>{line(part)}</li>
          ))}
        </ul>
      );
    case 'code':
      return <CodeBlock label={block.label} code={block.code} />;
    case 'table':
      return (
        <TableView
          label={`${heading}: table`}
          head={block.head.map(line)}
          rows={block.rows.map((row) => row.map(line))}
        />
      );
  }
}

/** On a phone the cells of a row are below each other: beside each other, the last ones would be out of sight. */
function TableView({ label, head, rows }: { label: string; head: ReactNode[]; rows: ReactNode[][] }) {
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <Table label={label} onPhones="own" className="max-sm:block">
        <TableHead className="max-sm:sr-only">
          <TableRow>
            {numbered(head).map(({ part, key }) => (
              <TableHeaderCell key={key} className="first-letter:uppercase">
                {part}
              </TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody className="max-sm:block">
          {numbered(rows).map(({ part: row, key }) => (
            <TableRow
              key={key}
              className="max-sm:block max-sm:border-b max-sm:border-line max-sm:py-2 max-sm:last:border-b-0"
            >
              {numbered(row).map(({ part, key }, at) => (
                <TableCell
                  key={key}
                  className="min-w-24 py-2 align-top text-sm text-text-2 not-first:whitespace-normal max-sm:block max-sm:h-auto max-sm:border-b-0 max-sm:px-4 max-sm:py-0.5 max-sm:whitespace-normal max-sm:first:font-medium max-sm:first:text-text"
                >
                  {at > 0 && head.length > 2 && (
                    <span className="mr-1 inline-block text-text-3 first-letter:uppercase sm:hidden">
                      {head[at]}:
                    </span>
                  )}
                  {part}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function Line({ parts, link }: { parts: Inline[]; link: MarkdownProps['link'] }) {
  return numbered(parts).map(({ part, key }) => <Fragment key={key}>{inlineView(part, link)}</Fragment>);
}

function inlineView(part: Inline, link: MarkdownProps['link']): ReactNode {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'strong') return <b className="font-medium text-text">{part.text}</b>;
  if (part.kind === 'code') {
    return <code className="mono rounded-xs bg-press px-1 py-px text-text wrap-anywhere">{part.text}</code>;
  }
  const own = link(part.href, part.text);
  if (own !== null) return own;
  return (
    <a href={part.href} target="_blank" rel="noreferrer" className="link">
      {part.text}
    </a>
  );
}
