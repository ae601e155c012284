import { useForm } from 'react-hook-form';
import { useUser } from '../../api/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardFooter } from '../../ui/card.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { toast } from '../../ui/toast-store.ts';
import { personName } from '../../words/person-name.ts';
import { AddressField, CompanyField, NameFields, WorkRoleField } from './profile-fields.tsx';
import { type Profile, type ProfileValues, profileOf, profileResolver } from './profile-values.ts';
import { useSaveProfile } from './use-save-profile.ts';

export function ProfileCard() {
  const user = useUser();
  const form = useForm<ProfileValues, unknown, Profile>({
    resolver: profileResolver,
    defaultValues: profileOf(user),
  });
  const save = useSaveProfile(form, (saved) => {
    form.reset(profileOf(saved));
    toast({ title: 'Profile saved' });
  });
  const { isDirty } = form.formState;
  return (
    <Card>
      <form noValidate onSubmit={form.handleSubmit((profile) => save.mutate(profile))}>
        <div className="flex items-center gap-3 px-4 pt-4 pb-2">
          <Avatar size="lg" name={personName(user)} />
          <div className="min-w-0">
            <h2 className="truncate text-lg">{personName(user)}</h2>
            <p className="truncate text-sm text-text-2">{user.email}</p>
          </div>
        </div>
        <CardBody className="grid gap-5 pt-3">
          <NameFields form={form} />
          <div className="grid gap-5 sm:grid-cols-2">
            <CompanyField form={form} />
            <WorkRoleField form={form} />
          </div>
          <AddressField form={form} user={user} />
        </CardBody>
        <CardFooter>
          <p>Members of your projects see your name and address.</p>
          <div className="ml-auto flex gap-2">
            {isDirty && (
              <Button variant="quiet" onClick={() => form.reset()}>
                Discard
              </Button>
            )}
            <Button type="submit" variant="primary" disabled={!isDirty} loading={save.isPending}>
              Save
            </Button>
          </div>
        </CardFooter>
      </form>
      <LeaveGuard dirty={isDirty && !save.isPending} />
    </Card>
  );
}
