import type { Campaign } from '@trailmark/contract/campaigns';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { QrCode, QrDownloads } from './qr-code.tsx';

/** The default link, to take away. */
export function ShortLinkCard({ campaign }: { campaign: Campaign }) {
  const { link, default_link_id } = campaign;
  return (
    <Card>
      <CardHeader title="Short link" />
      <CardBody className="grid gap-3">
        <CopyField aria-label="Short link" value={link} copyLabel="Copy the short link" />
        <div className="flex flex-wrap items-end gap-3">
          <QrCode linkId={default_link_id} url={link} />
          <QrDownloads linkId={default_link_id} url={link} />
        </div>
      </CardBody>
    </Card>
  );
}
