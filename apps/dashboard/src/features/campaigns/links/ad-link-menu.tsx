import type { Link } from '@trailmark/contract/links';
import { Braces } from 'lucide-react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../ui/dropdown-menu.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { copyAddress } from './copy-address.ts';
import { templateName } from './template-name.ts';

/** Copies a link with the macros of a network, which fills them in for each click. */
export function AdLinkMenu({ link }: { link: Pick<Link, 'name' | 'urls'> }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton size="sm" tooltip={false} title="Link for ads" label={`Link for ads of ${link.name}`}>
          <Braces aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {link.urls.templates.map(({ network, url }) => (
          <DropdownMenuItem
            key={network}
            onSelect={() => void copyAddress(url, `link for ${templateName(network)}`)}
          >
            Copy with macros of {templateName(network)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
