import { Link } from '@tanstack/react-router';
import type { Output } from '@trailmark/contract/call';
import type { sendSkanTest } from '@trailmark/contract/skan-postbacks';
import { CircleCheck, CircleX } from 'lucide-react';
import { CardFooter } from '../../../ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { VERDICT_WORDS } from '../postbacks/postback-words.ts';

export type SkanTest = Output<typeof sendSkanTest>;

/** What became of each postback. */
export function TestResults({ test: { url, sent } }: { test: SkanTest }) {
  const passed = sent.filter((one) => one.passed).length;
  return (
    <>
      <Table label="Test postbacks">
        <TableHead>
          <TableRow>
            <TableHeaderCell>Postback</TableHeaderCell>
            <TableHeaderCell>Verdict</TableHeaderCell>
            <TableHeaderCell className="max-sm:hidden">Expected</TableHeaderCell>
            <TableHeaderCell>Result</TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {sent.map((one) => (
            <TableRow key={one.name}>
              <TableCell className="whitespace-normal">
                <PostbackName {...one} />
              </TableCell>
              <TableCell>{verdictWords(one)}</TableCell>
              <TableCell className="text-text-2 max-sm:hidden">{VERDICT_WORDS[one.expected]}</TableCell>
              <TableCell>
                <Tag tone={one.passed ? 'good' : 'bad'}>
                  {one.passed ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
                  {one.passed ? 'Passed' : 'Failed'}
                </Tag>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <CardFooter>
        <span role="status">
          {passed} of {sent.length} passed, sent to <span className="mono break-all">{url}</span>. None of
          them counts.
        </span>
      </CardFooter>
    </>
  );
}

function verdictWords({ verdict, status }: SkanTest['sent'][number]): string {
  if (verdict) return VERDICT_WORDS[verdict];
  return status === null ? 'No answer' : `Refused (${status})`;
}

/** Leads to the postback as it was received. */
function PostbackName({ name, postback_id }: Pick<SkanTest['sent'][number], 'name' | 'postback_id'>) {
  if (postback_id === null) return name;
  return (
    <Link
      to="."
      search={(before) => ({ ...before, tab: 'postbacks', postback: postback_id })}
      className="link"
    >
      {name}
    </Link>
  );
}
