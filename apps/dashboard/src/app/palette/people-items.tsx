import { listPeople } from '@trailmark/contract/people';
import { CircleUser } from 'lucide-react';
import { call } from '../../api/client.ts';
import { CommandGroup, CommandItem } from '../../ui/command.tsx';
import type { ItemsProps } from './items-props.ts';
import { FOUND, useFound } from './use-found.ts';
import { useVisit } from './use-visit.ts';

const findPeople = async (project_id: string, search: string) =>
  (await call(listPeople, { query: { project_id, search, limit: FOUND } })).items;

/** People by e-mail, name or any of their ids. */
export function PeopleItems({ query, choose }: ItemsProps) {
  const visit = useVisit();
  const items = useFound('people', query, findPeople);
  if (items.length === 0) return null;
  return (
    <CommandGroup heading="People">
      {items.map(({ install_id, user_id, name, email }) => {
        const id = user_id === null ? `i:${install_id}` : `u:${user_id}`;
        const label = name ?? email ?? user_id ?? install_id;
        return (
          <CommandItem
            key={install_id}
            value={`person ${install_id}`}
            // The server has matched it, by an id that is not shown here.
            keywords={[query]}
            icon={<CircleUser />}
            hint={label === email ? 'Person' : (email ?? 'Person')}
            onSelect={choose(() =>
              visit({ path: `/users/${encodeURIComponent(id)}`, label, kind: 'Person' }),
            )}
          >
            <span className="truncate">{label}</span>
          </CommandItem>
        );
      })}
    </CommandGroup>
  );
}
