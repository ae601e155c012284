import type { SkanSettings } from '@trailmark/contract/skan-postbacks';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useMay } from '../../../project/current-project.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useChangeSettings } from './set-up-query.ts';

/** What counts, and how source identifiers are read. */
export function SettingsCard({ settings }: { settings: SkanSettings }) {
  const mayEdit = useMay()('connections.edit');
  const change = useChangeSettings();
  const isDisabled = !mayEdit || change.isPending;
  const shown = change.isPending ? { ...settings, ...change.variables } : settings;
  const save = (next: Partial<SkanSettings>) =>
    change.mutate(next, {
      onSuccess: () => toast({ title: 'The settings are saved' }),
      onError: (error) => toastFailure('The settings were not saved', error),
    });
  const digits = [
    { value: 'last', label: 'Last', disabled: isDisabled },
    { value: 'first', label: 'First', disabled: isDisabled },
  ] as const;
  return (
    <Card>
      <CardHeader
        title="Settings"
        description={mayEdit ? undefined : 'An owner or admin can change them.'}
        className="pb-1"
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field
          inline
          label="Count development postbacks"
          hint="Off by default. When on, postbacks of phones in developer mode and of development builds, which anyone can have, count like real ones; postbacks that are stored already stay as they are."
        >
          <Switch
            checked={shown.count_development}
            disabled={isDisabled}
            onCheckedChange={(count_development) => save({ count_development })}
          />
        </Field>
        <Field
          group
          label="Digits of the source identifier kept"
          hint="Last by default. When Apple shortens 5239 for privacy, the last digits leave 39 and the first leave 52; reports match campaigns by them."
        >
          <Segmented
            options={digits}
            value={shown.digits_kept}
            onValueChange={(digits_kept) => save({ digits_kept })}
          />
        </Field>
      </CardBody>
    </Card>
  );
}
