import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ConnectedAccount } from './network-api.ts';

const MOST_SHOWN = 5;

interface AccountChoiceProps {
  accounts: readonly ConnectedAccount[];
  /** The verb of the button. */
  action: string;
  onChoose: (accountId: string) => void;
  children?: ReactNode;
}

/** Accounts to set up, from within a step. */
export function AccountChoice({ accounts, action, onChoose, children }: AccountChoiceProps) {
  const hidden = accounts.length - MOST_SHOWN;
  return (
    <div className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-3 text-[13px] text-text-2">
      {children}
      <ul className="grid overflow-hidden rounded-md border border-line">
        {accounts.slice(0, MOST_SHOWN).map(({ ad_network_id, name, external_account_id }) => (
          <li
            key={ad_network_id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line px-3 py-2 not-first:border-t"
          >
            <span className="grid min-w-0">
              <span className="font-medium text-text">{name}</span>
              <span className="mono text-xs break-all text-text-3">{external_account_id}</span>
            </span>
            <Button size="sm" aria-label={`${action}: ${name}`} onClick={() => onChoose(ad_network_id)}>
              {action}
            </Button>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{hidden} more in the table below.</p>}
    </div>
  );
}
