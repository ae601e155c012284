import { countInWords } from '../../../words/count-in-words.ts';
import { AccountChoice } from '../account-choice.tsx';
import { NetworkPage } from '../network-page.tsx';
import type { NetworkState } from '../network-state.ts';
import type { SetUpStep } from '../set-up-card.tsx';
import { PixelDialog } from './pixel-dialog.tsx';

/** Does TikTok learn which ads work? */
export function TiktokScreen() {
  return <NetworkPage kind="TIKTOK" useOwnSteps={pixelSteps} AccountDialog={PixelDialog} />;
}

function pixelSteps({ connected, health }: NetworkState, onOpen: (accountId: string) => void): SetUpStep[] {
  const { accounts } = connected;
  return [
    {
      id: 'pixel',
      title: 'Set up a pixel',
      done: health.length > 0,
      text:
        health.length > 0
          ? `${countInWords(health.length, 'pixel')} set up.`
          : 'The IDs of your apps at TikTok, and a test code while you try it.',
      ...(accounts.length > 0
        ? { body: <AccountChoice accounts={accounts} action="Set up" onChoose={onOpen} /> }
        : {}),
    },
  ];
}
