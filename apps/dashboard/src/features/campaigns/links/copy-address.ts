import { copyText } from '../../../ui/copy-text.ts';
import { toast } from '../../../ui/toast-store.ts';

/** Copies an address of a link and says so. */
export async function copyAddress(url: string, what: string): Promise<void> {
  const copied = await copyText(url);
  toast(
    copied
      ? { title: `The ${what} is copied` }
      : { title: 'The browser did not allow copying', description: 'It is under “Addresses and QR code”.' },
  );
}
