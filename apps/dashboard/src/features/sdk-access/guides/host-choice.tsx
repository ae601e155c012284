import { useState } from 'react';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { useMay } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { AddHostDialog } from '../web-hosts/add-host-dialog.tsx';
import type { useHostChoice } from './use-host-choice.ts';

/** Whose token is in the examples, and what to do where there is none. */
export function HostChoice({ query, hosts, chosen, choose }: ReturnType<typeof useHostChoice>) {
  if (query.isLoadingError) return <LoadFailed what="the token of your site" query={query} />;
  if (chosen === null) return <NoHost />;
  if (hosts.length === 1) {
    return (
      <p className="mt-3 text-text-2">
        The examples have the token of <span className="mono text-text">{chosen.host}</span>.
      </p>
    );
  }
  return (
    <Field label="Site" hint="The examples have the token of this host." className="mt-3 max-w-80">
      <Select
        options={hosts.map(({ token_id, host }) => ({ value: token_id, label: host }))}
        value={chosen.token_id}
        onValueChange={choose}
      />
    </Field>
  );
}

function NoHost() {
  const mayEdit = useMay()('connections.edit');
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <Notice
        tone="warn"
        title="Your site has no token yet"
        action={
          mayEdit && (
            <Button size="sm" onClick={() => setIsAdding(true)}>
              Add your host
            </Button>
          )
        }
        className="mt-3"
      >
        {mayEdit
          ? 'Add the host of your site, such as shop.example.com: it gets a token, which is then in the examples.'
          : 'An owner or admin adds the host of the site: it gets a token, which is then in the examples.'}
      </Notice>
      {isAdding && <AddHostDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}
