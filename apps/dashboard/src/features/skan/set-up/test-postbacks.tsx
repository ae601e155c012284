import { useMutation } from '@tanstack/react-query';
import { sendSkanTest } from '@trailmark/contract/skan-postbacks';
import { Send } from 'lucide-react';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useMay, useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';

/** Signs sample postbacks and sends them through the public address; none counts. */
export function TestPostbacks({ canSend }: { canSend: boolean }) {
  const { project_id } = useProject();
  const mayEdit = useMay()('connections.edit');
  const send = useMutation({
    mutationFn: () => call(sendSkanTest, { query: { project_id }, body: {} }),
    onError: (error) => toastFailure('The test postbacks were not sent', error),
  });
  return (
    <Card>
      <CardHeader
        title="Test postbacks"
        description="Signs samples with a key that is made for the test, sends them to your public address, and shows what became of them. They are never counted."
        actions={
          mayEdit && (
            <Button loading={send.isPending} disabled={!canSend} onClick={() => send.mutate()}>
              <Send aria-hidden />
              Send test postbacks
            </Button>
          )
        }
      />
      <CardBody>
        {!canSend && (
          <p className="text-text-2">Add the App Store page of your app under SDK, Store listings first.</p>
        )}
        {send.data && (
          <Table label="Test postbacks">
            <TableHead>
              <TableRow>
                <TableHeaderCell>Sample</TableHeaderCell>
                <TableHeaderCell numeric>Status</TableHeaderCell>
                <TableHeaderCell>Verdict</TableHeaderCell>
                <TableHeaderCell>Expected</TableHeaderCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {send.data.sent.map(({ name, status, verdict, expected, passed }) => (
                <TableRow key={name}>
                  <TableCell>{name}</TableCell>
                  <TableCell numeric>{status ?? 'No answer'}</TableCell>
                  <TableCell>
                    <Tag tone={passed ? 'good' : 'bad'}>{verdict ?? 'not stored'}</Tag>
                  </TableCell>
                  <TableCell>{expected}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </CardBody>
    </Card>
  );
}
