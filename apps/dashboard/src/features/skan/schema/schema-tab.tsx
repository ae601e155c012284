import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LoadFailed } from '../../../failures/load-failed.tsx';
import { useProject } from '../../../project/current-project.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardLoading } from '../../../ui/card-loading.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ActivationCard } from './activation-card.tsx';
import { BackTestCard } from './back-test-card.tsx';
import { SchemaBuilder } from './schema-builder.tsx';
import type { SchemaForm } from './schema-form.ts';
import { mappingQuery } from './schema-queries.ts';

/** What do conversion values mean? */
export function SchemaTab() {
  const { project_id } = useProject();
  const mapping = useQuery(mappingQuery(project_id));
  const builder = useRef<HTMLDivElement>(null);
  const [used, setUsed] = useState<{ form: SchemaForm; times: number } | null>(null);
  const use = (form: SchemaForm, name: string) => {
    setUsed({ form, times: (used?.times ?? 0) + 1 });
    toast({
      title: `The bases of ${name} are in the builder`,
      description: 'Save them as a draft to keep them.',
    });
    builder.current?.scrollIntoView({ block: 'start' });
  };
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
      <div ref={builder} className="scroll-mt-16">
        <SchemaBuilder
          key={`${project_id} ${used?.times ?? 0}`}
          mapping={mapping.data}
          initial={used?.form ?? null}
        />
      </div>
      <BackTestCard mapping={mapping.data} onUse={use} />
    </div>
  );
}
