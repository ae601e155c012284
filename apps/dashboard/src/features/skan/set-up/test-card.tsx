import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sendSkanTest } from '@trailmark/contract/skan-postbacks';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureAdvice } from '../../../failures/failure-advice.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { skanKey } from '../report/skan-query.ts';
import { NeedsAdmin } from './needs-admin.tsx';
import type { SkanSetUp } from './set-up-query.ts';
import { TestResults } from './test-results.tsx';

/** Sends signed postbacks the whole way, without waiting days for Apple. */
export function TestCard({ apps }: { apps: SkanSetUp['apps'] }) {
  const { project_id } = useProject();
  const mayEdit = useMay()('connections.edit');
  const queryClient = useQueryClient();
  const received = apps.filter(({ receives }) => receives);
  const [appId, setAppId] = useState(received[0]?.app_id);
  const test = useMutation({
    mutationFn: () => call(sendSkanTest, { query: { project_id }, body: { app_id: appId } }),
    // The list of postbacks shows them.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: skanKey(project_id) }),
  });
  const send = (
    <Button disabled={received.length === 0} loading={test.isPending} onClick={() => test.mutate()}>
      <Send aria-hidden />
      Send test postbacks
    </Button>
  );
  return (
    <Card>
      <CardHeader
        title="Test postbacks"
        description="Six postbacks are signed with a key of their own and sent to the public address, as a device does. They are never counted, and are removed after a day."
        actions={mayEdit ? send : <NeedsAdmin />}
        className="pb-3"
      />
      {mayEdit && received.length > 1 && (
        <CardBody>
          <Field label="App" className="max-w-[320px]">
            <Select
              options={received.map(({ app_id, name }) => ({ value: app_id, label: `${name} (${app_id})` }))}
              value={appId ?? null}
              onValueChange={setAppId}
            />
          </Field>
        </CardBody>
      )}
      {mayEdit && received.length === 0 && (
        <CardBody>
          <p className="text-sm text-text-2">
            {apps.length === 0
              ? 'Add the App Store page of your app first: a postback finds the project by its id.'
              : 'Another project receives the postbacks of your app, so there is nothing to test here.'}
          </p>
        </CardBody>
      )}
      {test.error && (
        <CardBody>
          <Notice tone="bad" role="alert" title="The test postbacks were not sent">
            {failureAdvice(test.error)}
          </Notice>
        </CardBody>
      )}
      {test.data && <TestResults test={test.data} />}
    </Card>
  );
}
