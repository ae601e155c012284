import { useMutation, useQuery } from '@tanstack/react-query';
import { updateUser } from '@trailmark/contract/users';
import { call } from '../../api/client.ts';
import { openConfigQuery } from '../../api/open-config.ts';
import { replaceUser, useUser } from '../../api/session.ts';
import { toastFailure } from '../../failures/toast-failure.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast-store.ts';

/** Only where this installation has product analytics or messaging: otherwise nothing is sent anyway. */
export function PrivacyCard() {
  const { data: config } = useQuery(openConfigQuery);
  const user = useUser();
  const change = useMutation({
    mutationFn: (analytics_opt_out: boolean) => call(updateUser, { body: { analytics_opt_out } }),
    onSuccess: (saved) => {
      replaceUser(saved);
      toast({
        title: saved.analytics_opt_out ? 'Usage sharing is off' : 'Usage sharing is on',
      });
    },
    onError: (error) => toastFailure('Your choice was not saved', error),
  });
  if (!config || (config.analytics === null && config.messaging === null)) return null;
  const optOut = change.isPending ? change.variables : user.analytics_opt_out;
  return (
    <Card>
      <CardHeader
        title="Privacy"
        description="What the people who run this server can see about how you use Trailmark."
      />
      <CardBody>
        <Field
          inline
          label="Share how I use the dashboard"
          hint="The pages you open, with your name, e-mail and company, so that the dashboard can be improved and you can be helped. Never the data of your projects."
        >
          <Switch checked={!optOut} onCheckedChange={(shared) => change.mutate(!shared)} />
        </Field>
      </CardBody>
    </Card>
  );
}
