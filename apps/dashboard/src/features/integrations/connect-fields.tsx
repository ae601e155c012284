import { TOOLS, type Tool } from '@trailmark/contract/analytics-tools';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { fieldReason } from '../../failures/field-reason.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import type { ConnectValues } from './connect-values.ts';
import { credentialsOf, regionsOf } from './tool-fields.ts';

interface ConnectFieldsProps {
  tool: Tool;
  form: UseFormReturn<ConnectValues, unknown, ConnectValues>;
  /** The last characters of what is stored; null of a tool that is not connected. */
  stored: Record<string, string> | null;
}

const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** What a tool answered may be several sentences. */
const reasonOf = (label: string, message: string | undefined) =>
  fieldReason(label, message?.replace(/\.$/, ''));

/** Where the tool is, and what opens it. */
export function ConnectFields({ tool, form, stored }: ConnectFieldsProps) {
  const { errors } = form.formState;
  const whole = errors.credentials?.message;
  return (
    <>
      {TOOLS[tool].ownHost && <CloudField tool={tool} form={form} />}
      {form.watch('hasOwnHost') ? (
        <Field
          label="Address of your server"
          required
          error={reasonOf('Address', errors.settings?.host?.message)}
        >
          <Input
            inputMode="url"
            placeholder="https://posthog.example.com"
            {...PLAIN}
            {...form.register('settings.host')}
          />
        </Field>
      ) : (
        <RegionField tool={tool} form={form} />
      )}
      {credentialsOf(tool).map(({ name, label, hint }) => (
        <Field
          key={name}
          label={label}
          required={stored === null}
          hint={stored?.[name] ? `Ends in ${stored[name]}. Leave it empty to keep it. ${hint}` : hint}
          error={reasonOf(label, errors.credentials?.[name]?.message)}
        >
          {/* The class keeps the session recorder away from the secret. */}
          <Input className="mp-block mono" {...PLAIN} {...form.register(`credentials.${name}`)} />
        </Field>
      ))}
      {typeof whole === 'string' && (
        <Notice tone="bad" role="alert">
          {reasonOf('What you entered', whole)}
        </Notice>
      )}
    </>
  );
}

type PartProps = Pick<ConnectFieldsProps, 'tool' | 'form'>;

/** In the tool's own cloud, or on a server of the customer. */
function CloudField({ tool, form }: PartProps) {
  return (
    <Field label="Where it runs" group>
      <Controller
        control={form.control}
        name="hasOwnHost"
        render={({ field }) => (
          <Segmented
            options={[
              { value: 'cloud', label: `${TOOLS[tool].label} Cloud` },
              { value: 'own', label: 'Our own server' },
            ]}
            value={field.value ? 'own' : 'cloud'}
            onValueChange={(where) => field.onChange(where === 'own')}
          />
        )}
      />
    </Field>
  );
}

function RegionField({ tool, form }: PartProps) {
  const { regionLabel } = TOOLS[tool];
  const error = form.formState.errors.settings?.region?.message;
  return (
    <Field label={regionLabel} required error={reasonOf(regionLabel, error)}>
      <Controller
        control={form.control}
        name="settings.region"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <Select
            ref={ref}
            options={regionsOf(tool)}
            value={value || null}
            placeholder="Choose…"
            onValueChange={onChange}
            onBlur={onBlur}
            className="sm:w-64"
          />
        )}
      />
    </Field>
  );
}
