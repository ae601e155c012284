import { USER_ROLES, type User, type UserRole } from '@trailmark/contract/users';
import { Blocks, ChartLine, CodeXml, Compass, Handshake, Megaphone, Rocket } from 'lucide-react';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useUser } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { ConsumerMailHint } from '../../words/consumer-mail-hint.tsx';
import { AddressField, CompanyField, NameFields, type ProfileForm } from './profile-fields.tsx';
import { type Profile, type ProfileValues, profileOf, profileResolver } from './profile-values.ts';
import { useSaveProfile } from './use-save-profile.ts';
import { USER_ROLE_WORDS } from './user-role-words.ts';

const ICONS: Record<UserRole, ReactNode> = {
  marketing: <Megaphone />,
  analyst: <ChartLine />,
  engineer: <CodeXml />,
  product: <Blocks />,
  founder: <Rocket />,
  agency: <Handshake />,
  other: <Compass />,
};

const ROLE_CARDS = USER_ROLES.map((role) => ({
  value: role,
  title: USER_ROLE_WORDS[role],
  icon: ICONS[role],
}));

/** Who is it that has just come in? */
export function WhoAmI({ onSaved }: { onSaved: (user: User) => void }) {
  const user = useUser();
  const form = useForm<ProfileValues, unknown, Profile>({
    resolver: profileResolver,
    defaultValues: profileOf(user),
  });
  const save = useSaveProfile(form, onSaved);
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((profile) => save.mutate(profile))}>
      <NameFields form={form} />
      <CompanyField form={form} />
      <WorkRoleCards form={form} />
      {user.is_local_owner ? (
        <AddressField form={form} user={user} />
      ) : (
        <ConsumerMailHint addresses={[user.email]} mine />
      )}
      <Button type="submit" variant="primary" size="lg" loading={save.isPending} className="w-fit">
        Continue
      </Button>
    </form>
  );
}

function WorkRoleCards({ form }: { form: ProfileForm }) {
  return (
    <Controller
      control={form.control}
      name="role"
      render={({ field }) => (
        <Field label="What do you do?" group>
          <RadioCards
            options={ROLE_CARDS}
            value={field.value}
            onValueChange={field.onChange}
            className="grid-cols-[repeat(auto-fill,minmax(138px,1fr))]"
          />
        </Field>
      )}
    />
  );
}
