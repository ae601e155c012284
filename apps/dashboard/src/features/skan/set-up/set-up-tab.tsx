import { useQueries } from '@tanstack/react-query';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { useProject } from '../../../project/current-project.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardLoading } from '../../../ui/card-loading.tsx';
import { googleStatusQuery, mappingQuery, metaStatusQuery } from '../schema/schema-queries.ts';
import { Checklist } from './checklist.tsx';
import { DomainCheck } from './domain-check.tsx';
import { MetaCard } from './meta-card.tsx';
import { PlistGuide } from './plist-guide.tsx';
import { settingsQuery } from './set-up-queries.ts';
import { TestPostbacks } from './test-postbacks.tsx';

/** What is left to do before postbacks arrive and mean something? */
export function SetUpTab() {
  const { project_id } = useProject();
  const [mapping, settings, google, meta] = useQueries({
    queries: [
      mappingQuery(project_id),
      settingsQuery(project_id),
      googleStatusQuery(project_id),
      metaStatusQuery(project_id),
    ],
  });
  const failed = [mapping, settings, google, meta].find((query) => query.isLoadingError);
  if (failed) {
    return (
      <Card>
        <LoadFailed what="the set-up" query={failed} />
      </Card>
    );
  }
  if (!mapping.data || !settings.data || !google.data || !meta.data) {
    return (
      <div aria-busy className="grid gap-4">
        <CardLoading className="h-[320px]" lines={5} />
        <CardLoading className="h-[160px]" />
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <Checklist mapping={mapping.data} settings={settings.data} google={google.data} meta={meta.data} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="grid gap-4">
          <PlistGuide />
          <DomainCheck />
        </div>
        <div className="grid gap-4">
          <MetaCard meta={meta.data} />
          <TestPostbacks canSend={settings.data.apps.some(({ receives }) => receives)} />
        </div>
      </div>
    </div>
  );
}
