import { may, PERMISSIONS, type Permission, ROLE_SUMMARY, type Role } from '@trailmark/contract/permissions';
import { Check, Minus } from 'lucide-react';
import { cn } from '../../ui/cn.ts';

const ALL = Object.keys(PERMISSIONS) as Permission[];

/** What a role may do and what not, in the words of the one table. */
export function RoleAbilities({ role }: { role: Role }) {
  return (
    <div className="grid gap-2">
      <p className="text-text-2">{ROLE_SUMMARY[role]}</p>
      <details className="group">
        <summary className="link w-fit text-sm select-none">What this role may do</summary>
        <ul className="mt-2 grid gap-1 text-sm">
          {ALL.map((permission) => (
            <Ability key={permission} text={PERMISSIONS[permission].what} allowed={may(role, permission)} />
          ))}
        </ul>
      </details>
    </div>
  );
}

function Ability({ text, allowed }: { text: string; allowed: boolean }) {
  const Icon = allowed ? Check : Minus;
  return (
    <li className={cn('flex items-start gap-2', allowed ? 'text-text' : 'text-text-3')}>
      <Icon aria-hidden className={cn('mt-[3px] size-3.5 shrink-0', allowed && 'text-good')} />
      <span>
        {text}
        {!allowed && <span className="sr-only"> (not allowed)</span>}
      </span>
    </li>
  );
}
