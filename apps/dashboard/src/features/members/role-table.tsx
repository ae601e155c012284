import { PERMISSIONS, type Permission, ROLES, type Role } from '@trailmark/contract/permissions';
import { Check, ChevronRight } from 'lucide-react';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';

const ALL = Object.keys(PERMISSIONS) as Permission[];

/** The one table of who may do what, for those who want to know before they choose. */
export function RoleTable() {
  return (
    <details className="group overflow-hidden rounded-lg border border-line bg-panel">
      <summary className="flex items-center gap-2 px-4 py-3 font-semibold select-none hover:bg-hover focus-visible:-outline-offset-2">
        <ChevronRight aria-hidden className="size-4 text-text-3 transition-transform group-open:rotate-90" />
        What may each role do?
      </summary>
      <Table label="What each role may do" onPhones="fits" className="border-t border-line">
        <TableHead>
          <TableRow>
            <TableHeaderCell>
              <span className="sr-only">What</span>
            </TableHeaderCell>
            {ROLES.map((role) => (
              <TableHeaderCell key={role} className="text-center capitalize max-sm:text-[11px]">
                {role}
              </TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {ALL.map((permission) => (
            <TableRow key={permission}>
              <TableCell className="min-w-60 py-1.5 whitespace-normal max-sm:min-w-0">
                {PERMISSIONS[permission].what}
              </TableCell>
              {ROLES.map((role) => (
                <TableCell key={role} className="text-center">
                  <Allowed roles={PERMISSIONS[permission].roles} role={role} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <p className="border-t border-line px-4 py-2.5 text-sm text-text-2">
        A guest sees and exports only the campaigns that are shared with them, and edits those that grant it.
      </p>
    </details>
  );
}

function Allowed({ roles, role }: { roles: readonly Role[]; role: Role }) {
  if (!roles.includes(role)) return <span className="text-text-3">–</span>;
  return (
    <>
      <Check aria-hidden className="mx-auto size-4 text-good" />
      <span className="sr-only">yes</span>
    </>
  );
}
