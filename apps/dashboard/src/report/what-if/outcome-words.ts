import { ORGANIC } from '@trailmark/contract/networks';
import type { ProjectWords } from '@trailmark/contract/project-words';
import type { Credited, WhatIfOutcome } from '@trailmark/contract/what-if';
import { decisionWords, verdictWords } from '../../words/attribution-words.ts';
import { networkWords } from '../dimension-words.ts';

/** Who is credited, by the campaign's name or the network's. */
export function creditWords({ campaign_id, campaign_name, network, is_hidden, is_known }: Credited): string {
  if (!is_known) return 'Not known';
  if (is_hidden) return 'Another source';
  if (campaign_id !== null) return campaign_name ?? 'Deleted campaign';
  return network === ORGANIC ? 'Organic' : networkWords(network);
}

export function kindWords(kind: WhatIfOutcome['kind'], words: ProjectWords): string {
  return kind === 'none' ? 'No return' : decisionWords(kind, words);
}

export function fraudWords(verdict: WhatIfOutcome['verdict']): string {
  const { label } = verdictWords(verdict);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** What differs between two outcomes, one line each. */
export function differenceWords(from: WhatIfOutcome, to: WhatIfOutcome, words: ProjectWords): string[] {
  const pairs = [
    [creditWords(from.credited), creditWords(to.credited)],
    [kindWords(from.kind, words), kindWords(to.kind, words)],
    ...(from.credited.is_known && to.credited.is_known
      ? [[fraudWords(from.verdict), fraudWords(to.verdict)]]
      : []),
  ];
  return pairs.filter(([one, other]) => one !== other).map(([one, other]) => `${one} → ${other}`);
}
