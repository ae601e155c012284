import type { WebScript } from '@trailmark/contract/web-sdk';

/** Calls that a page makes before the script is there wait in a list. */
const QUEUE = 'window.trailmark=window.trailmark||function(){(trailmark.q=trailmark.q||[]).push(arguments)}';

/** What goes into the head of every page: always the newest script, or exactly one. */
export function snippetOf(token: string, script: WebScript, { isPinned }: { isPinned: boolean }): string {
  const source = isPinned
    ? [`src="${script.pinned_url}"`, `integrity="${script.integrity}" crossorigin="anonymous"`]
    : [`src="${script.url}"`];
  return [
    `<script>${QUEUE}</script>`,
    `<script async ${source.join('\n  ')}`,
    `  data-token="${token}"></script>`,
  ].join('\n');
}
