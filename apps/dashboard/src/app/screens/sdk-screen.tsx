import { Receipt } from '../../features/people/receipt.tsx';
import { SdkPage } from '../../features/sdk-access/sdk-page.tsx';

/** The SDK, with the receipt of an install that somebody tries it with. */
export function SdkScreen() {
  return <SdkPage receipt={(decision) => <Receipt decision={decision} isNewest revisions={null} />} />;
}
