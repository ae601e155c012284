import type { UseFormReturn } from 'react-hook-form';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { WINDOW_FIELDS } from '../../../words/attribution-windows.ts';
import type { ProjectValues } from '../form/project-values.ts';
import { WindowRow } from './window-row.tsx';

interface WindowsCardProps<Output> {
  form: UseFormReturn<ProjectValues, unknown, Output>;
  disabled: boolean;
}

export function WindowsCard<Output>({ form, disabled }: WindowsCardProps<Output>) {
  return (
    <Card>
      <CardHeader
        title="Attribution windows"
        description="How old a touch may be to be credited. A change applies from now on; earlier decisions stay."
        className="pb-3"
      />
      {WINDOW_FIELDS.map((window) => (
        <WindowRow key={window.name} form={form} window={window} disabled={disabled} />
      ))}
    </Card>
  );
}
