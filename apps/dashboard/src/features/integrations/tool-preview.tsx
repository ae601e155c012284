import { useQuery } from '@tanstack/react-query';
import { TOOLS, type Tool, type ToolSettings } from '@trailmark/contract/analytics-tools';
import { Eye } from 'lucide-react';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { useProject } from '../../project/current-project.tsx';
import { PreviewedEvents, PreviewLoading } from '../../project/previewed-events.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useRested } from '../../ui/use-rested.ts';
import { previewQuery } from './tools-query.ts';

interface ToolPreviewProps {
  tool: Tool;
  settings: Partial<ToolSettings>;
  description: string;
}

/** What the last events would become with some settings. */
export function ToolPreview({ tool, settings, description }: ToolPreviewProps) {
  const { project_id } = useProject();
  const rested = useRested(settings);
  const preview = useQuery(previewQuery({ project_id, tool, settings: rested }));
  const events = preview.data?.map(({ skipped, ...event }) => ({ ...event, reason: skipped }));
  return (
    <Card aria-busy={preview.isPending}>
      <CardHeader title="What the last 20 events would become" description={description} className="pb-3" />
      {preview.isLoadingError && <LoadFailed what="the preview" query={preview} />}
      {preview.isPending && <PreviewLoading />}
      {events?.length === 0 && (
        <EmptyState
          icon={<Eye />}
          title="No events yet"
          text="As soon as your app sends something, it is shown here as the tool would get it."
          className="pt-4 pb-8"
        />
      )}
      {events && events.length > 0 && (
        <PreviewedEvents events={events} receiver={TOOLS[tool].label} isOld={preview.isPlaceholderData} />
      )}
    </Card>
  );
}
