import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failedQueries } from '../../../failures/failed-queries.ts';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { useProject } from '../../../project/current-project.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardLoading } from '../../../ui/card-loading.tsx';
import { mappingQuery } from '../schema/schema-queries.ts';
import { ChecklistCard } from './checklist-card.tsx';
import { PlistCard } from './plist-card.tsx';
import { domainIn } from './plist-snippets.ts';
import { setUpQuery } from './set-up-query.ts';
import { SettingsCard } from './settings-card.tsx';
import { TestCard } from './test-card.tsx';

/** What is missing until postbacks are received and their values mean something? */
export function SetUpTab() {
  const { project_id } = useProject();
  const setUp = useQuery(setUpQuery(project_id));
  const mapping = useQuery(mappingQuery(project_id));
  const [domain, setDomain] = useState('');
  const failed = failedQueries([setUp, mapping]);
  if (failed)
    return (
      <Card>
        <LoadFailed what="the SKAN set-up" query={failed} />
      </Card>
    );
  if (!setUp.data || !mapping.data) return <SetUpLoading />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ChecklistCard setUp={setUp.data} mapping={mapping.data} domain={domain} onDomainChange={setDomain} />
      <SettingsCard settings={setUp.data} />
      <TestCard apps={setUp.data.apps} />
      <PlistCard setUp={setUp.data} domain={domainIn(domain)} />
    </div>
  );
}

function SetUpLoading() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <CardLoading className="h-[735px]" lines={8} />
      <CardLoading className="h-[198px]" lines={3} />
      <CardLoading className="h-[96px]" />
      <CardLoading className="h-[884px]" lines={6} />
    </div>
  );
}
