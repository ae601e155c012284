import { Label as Radix } from 'radix-ui';
import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react';
import { cn } from './cn.ts';

interface FieldWiring {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldWiring | null>(null);

interface FieldProps {
  label: ReactNode;
  /** One control of this kit, which picks up the wiring by itself. */
  children: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to mend it, such as `errors.name?.message` of react-hook-form. */
  error?: ReactNode;
  required?: boolean;
  /** For a set of radios or checkboxes: the label names the group instead of one control. */
  group?: boolean;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  /** Puts the label at the control's right, for a checkbox or a switch. */
  inline?: boolean;
  id?: string;
  className?: string;
}

export function Field(props: FieldProps) {
  const {
    label,
    children,
    hint,
    error,
    required = false,
    group = false,
    hideLabel,
    inline,
    className,
  } = props;
  const generated = useId();
  const id = props.id ?? generated;
  const hintId = hint ? `${id}-hint` : null;
  const errorId = error ? `${id}-error` : null;
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined;
  const wiring = { id, labelId: `${id}-label`, describedBy, invalid: Boolean(error), required };
  const name = (
    <Label
      id={wiring.labelId}
      {...(group ? { asChild: true } : { htmlFor: id })}
      className={cn(hideLabel && 'sr-only', inline && 'font-normal text-text')}
    >
      {group ? <span>{label}</span> : label}
    </Label>
  );
  const notes = (
    <>
      {hint && (
        <p id={hintId ?? undefined} className="text-sm text-text-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId ?? undefined} className="text-sm text-bad">
          {error}
        </p>
      )}
    </>
  );
  return (
    <FieldContext value={wiring}>
      {inline ? (
        <div data-slot="field" className={cn('flex items-start gap-2.5', className)}>
          <span className="flex h-5 items-center">{children}</span>
          <div className="grid gap-0.5">
            {name}
            {notes}
          </div>
        </div>
      ) : (
        <div data-slot="field" className={cn('grid content-start gap-1.5', className)}>
          {name}
          {children}
          {notes}
        </div>
      )}
    </FieldContext>
  );
}

interface Wired {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling';
  'aria-required'?: boolean | 'true' | 'false';
}

/** Gives a control the id and ARIA attributes of the Field around it; its own props win. */
export function useFieldWiring<Props extends Wired>(props: Props): Props {
  const field = use(FieldContext);
  if (!field) return props;
  return {
    ...props,
    id: props.id ?? field.id,
    'aria-describedby': props['aria-describedby'] ?? field.describedBy,
    'aria-invalid': props['aria-invalid'] ?? (field.invalid || undefined),
    'aria-required': props['aria-required'] ?? (field.required || undefined),
  };
}

/** The same for a group of controls, which is named by reference because a label cannot point at it. */
export function useFieldGroupWiring<
  Props extends Wired & { 'aria-labelledby'?: string; 'aria-label'?: string },
>(props: Props): Props {
  const field = use(FieldContext);
  const wired = useFieldWiring(props);
  if (!field || props['aria-label']) return wired;
  return { ...wired, 'aria-labelledby': props['aria-labelledby'] ?? field.labelId };
}

function Label({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      data-slot="label"
      className={cn('w-fit text-[13px] font-medium text-text-2 select-none', className)}
      {...props}
    />
  );
}
