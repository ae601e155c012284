import type { Link } from '@trailmark/contract/links';
import { QrCode as QrIcon } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/popover.tsx';
import { QrCode, QrDownloads } from './qr-code.tsx';

/** The QR code of a link, one click away from its row. */
export function QrButton({ link }: { link: Pick<Link, 'link_id' | 'name' | 'urls'> }) {
  const { short } = link.urls;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <IconButton size="sm" tooltip={false} title="QR code" label={`QR code of ${link.name}`}>
          <QrIcon aria-hidden />
        </IconButton>
      </PopoverTrigger>
      <PopoverContent
        aria-label={`QR code of ${link.name}`}
        className="grid w-auto justify-items-center gap-3"
      >
        <QrCode linkId={link.link_id} url={short} />
        <QrDownloads linkId={link.link_id} url={short} />
      </PopoverContent>
    </Popover>
  );
}
