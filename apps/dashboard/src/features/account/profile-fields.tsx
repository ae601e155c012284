import { USER_ROLES, type User } from '@trailmark/contract/users';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { fieldReason } from '../../failures/field-reason.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { ConsumerMailHint } from '../../words/consumer-mail-hint.tsx';
import type { Profile, ProfileValues } from './profile-values.ts';
import { USER_ROLE_WORDS } from './user-role-words.ts';

export type ProfileForm = UseFormReturn<ProfileValues, unknown, Profile>;

export function NameFields({ form }: { form: ProfileForm }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="First name" required error={fieldReason('First name', errors.first_name?.message)}>
        <Input autoComplete="given-name" {...form.register('first_name')} />
      </Field>
      <Field label="Last name" error={fieldReason('Last name', errors.last_name?.message)}>
        <Input autoComplete="family-name" {...form.register('last_name')} />
      </Field>
    </div>
  );
}

export function CompanyField({ form }: { form: ProfileForm }) {
  const reason = form.formState.errors.company?.message;
  return (
    <Field label="Company" error={fieldReason('Company', reason)}>
      <Input autoComplete="organization" {...form.register('company')} />
    </Field>
  );
}

const ROLE_OPTIONS = USER_ROLES.map((role) => ({ value: role, label: USER_ROLE_WORDS[role] }));

export function WorkRoleField({ form }: { form: ProfileForm }) {
  return (
    <Controller
      control={form.control}
      name="role"
      render={({ field, fieldState }) => (
        <Field label="What do you do?" error={fieldReason('This', fieldState.error?.message)}>
          <Select
            options={ROLE_OPTIONS}
            value={field.value}
            onValueChange={field.onChange}
            placeholder="Choose…"
          />
        </Field>
      )}
    />
  );
}

/** The address is fixed, except for the local owner, who may give one once. */
export function AddressField({ form, user }: { form: ProfileForm; user: User }) {
  const typed = form.watch('email');
  if (!user.is_local_owner) {
    return (
      <Field label="E-mail" hint="You sign in with it. It cannot be changed here.">
        <Input type="email" value={user.email} readOnly />
      </Field>
    );
  }
  const label = (
    <>
      E-mail <span className="font-normal text-text-3">optional</span>
    </>
  );
  return (
    <div className="grid gap-2">
      <Field
        label={label}
        hint="You can sign in with it once e-mail is set up. It can be set once."
        error={fieldReason('This', form.formState.errors.email?.message)}
      >
        <Input
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="you@company.com"
          {...form.register('email')}
        />
      </Field>
      <ConsumerMailHint addresses={[typed]} mine />
    </div>
  );
}
