import { toastFailure } from '../../../failures/toast-failure.ts';
import { Field } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useAllowLocalhost } from './use-allow-localhost.ts';

export function LocalhostSwitch({ allowed, mayEdit }: { allowed: boolean; mayEdit: boolean }) {
  const change = useAllowLocalhost();
  const set = (next: boolean) =>
    change.mutate(next, { onError: (error) => toastFailure('Localhost was not changed', error) });
  return (
    <div className="border-t border-line px-4 py-3">
      <Field
        inline
        label="Allow localhost"
        hint="For development: pages on localhost and 127.0.0.1, at any port, may send events with the token of any host above. They count like any other."
      >
        <Switch
          checked={change.isPending ? change.variables : allowed}
          disabled={!mayEdit || change.isPending}
          onCheckedChange={set}
        />
      </Field>
    </div>
  );
}
