import { useState } from 'react';
import { useMay } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Description, DescriptionList } from '../../ui/description-list.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import type { AdNetwork } from './ad-networks.ts';
import { APP_FIELDS, APP_GUIDES } from './app-fields.ts';
import { AppDialog, RedirectField } from './app-form.tsx';
import type { AppSettings } from './network-api.ts';

/** With which app the network is reached. */
export function AppCard({ kind, app }: { kind: AdNetwork; app: AppSettings }) {
  const mayEdit = useMay()('connections.edit');
  const [isChanging, setIsChanging] = useState(false);
  const { noun, page } = APP_GUIDES[kind];
  return (
    <Card aria-label={`Your ${noun}`}>
      <CardHeader
        title={`Your ${noun}`}
        description={<OutsideLink href={page.url}>{page.label}</OutsideLink>}
        actions={
          mayEdit && (
            <Button size="sm" onClick={() => setIsChanging(true)}>
              Change
            </Button>
          )
        }
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <DescriptionList>
          {APP_FIELDS[kind].map(({ name, label, isSecret }) => {
            const stored = isSecret ? app.hints[name] : app.values[name];
            return (
              <Description key={name} label={label} mono={Boolean(stored)} className="[&_dd]:break-all">
                {stored ? `${stored}${isSecret ? '…' : ''}` : 'none'}
              </Description>
            );
          })}
        </DescriptionList>
        <RedirectField kind={kind} app={app} />
      </CardBody>
      {isChanging && <AppDialog kind={kind} app={app} onClose={() => setIsChanging(false)} />}
    </Card>
  );
}
