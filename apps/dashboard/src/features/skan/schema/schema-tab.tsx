import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { useProject } from '../../../project/current-project.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardLoading } from '../../../ui/card-loading.tsx';
import { ActivationCard } from './activation-card.tsx';
import { BackTestCard } from './back-test-card.tsx';
import { SchemaBuilder } from './schema-builder.tsx';
import { mappingQuery } from './schema-queries.ts';

/** What do conversion values mean? */
export function SchemaTab() {
  const { project_id } = useProject();
  const mapping = useQuery(mappingQuery(project_id));
  if (mapping.isLoadingError) {
    return (
      <Card>
        <LoadFailed what="the schema" query={mapping} />
      </Card>
    );
  }
  if (!mapping.data) {
    return (
      <div aria-busy className="grid gap-4">
        <CardLoading className="h-[110px]" />
        <CardLoading className="h-[420px]" lines={4} />
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <ActivationCard mapping={mapping.data} />
      <SchemaBuilder key={project_id} mapping={mapping.data} />
      <BackTestCard mapping={mapping.data} />
    </div>
  );
}
