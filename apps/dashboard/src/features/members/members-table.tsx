import type { Member } from '@trailmark/contract/members';
import { useUser } from '../../api/session.ts';
import { useProject } from '../../project/current-project.tsx';
import { isLastOwner } from '../../project/is-last-owner.ts';
import { CardFooter } from '../../ui/card.tsx';
import { headingVariables } from '../../ui/list-table.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { personName } from '../../words/person-name.ts';
import { MemberRow } from './member-row.tsx';

const HEADINGS = ['Person', 'Role', 'Joined', 'Last seen'];

interface MembersTableProps {
  /** Null while they load. */
  members: Member[] | null;
  expected: number;
}

export function MembersTable({ members, expected }: MembersTableProps) {
  const me = useUser();
  const { timezone } = useProject();
  const lastOwner = members?.find(({ user_id }) => isLastOwner(members, user_id));
  return (
    <>
      <Table label="Members" onPhones="blocks" style={headingVariables(HEADINGS)}>
        <TableHead>
          <TableRow>
            {HEADINGS.map((heading) => (
              <TableHeaderCell key={heading}>{heading}</TableHeaderCell>
            ))}
            <TableHeaderCell>
              <span className="sr-only">Actions</span>
            </TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {members === null && <LoadingRows rows={expected} />}
          {members?.map((member) => (
            <MemberRow
              key={member.user_id}
              member={member}
              isMe={member.user_id === me.id}
              isLastOwner={member === lastOwner}
              timezone={timezone}
            />
          ))}
        </TableBody>
      </Table>
      {lastOwner && (
        <CardFooter>
          <p>
            {lastOwner.user_id === me.id
              ? 'You are the only owner, so your role stays as it is. Make someone else an owner to change that.'
              : `${personName(lastOwner)} is the only owner and stays one until there is another.`}
          </p>
        </CardFooter>
      )}
    </>
  );
}

function LoadingRows({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, row) => row).map((row) => (
    <TableRow key={row} aria-hidden>
      <TableCell className="h-[57px]">
        <div className="flex items-center gap-2.5">
          <Skeleton className="size-7 rounded-full" />
          <div className="grid gap-2">
            <Skeleton className="h-3 w-28" />
            <Skeleton className="h-2.5 w-40" />
          </div>
        </div>
      </TableCell>
      {['role', 'joined', 'seen', 'actions'].map((column) => (
        <TableCell key={column}>
          <Skeleton className="h-3 w-20" />
        </TableCell>
      ))}
    </TableRow>
  ));
}
