import { ChoiceList } from '../../report/choice-list.tsx';
import { FilterChip } from '../../report/filter-chip.tsx';
import { NETWORK_WORDS } from '../../words/network-name.ts';
import type { ClaimingNetwork } from './spend-view.ts';

interface NetworkFilterProps {
  networks: readonly ClaimingNetwork[];
  value: ClaimingNetwork | null;
  onChange: (network: ClaimingNetwork | null) => void;
  /** One has to be chosen. */
  isNeeded?: boolean;
}

export function NetworkFilter({ networks, value, onChange, isNeeded = false }: NetworkFilterProps) {
  const options = networks.map((network) => ({ value: network, label: NETWORK_WORDS[network] }));
  return (
    <FilterChip
      label="Network"
      value={value && NETWORK_WORDS[value]}
      onRemove={isNeeded ? undefined : () => onChange(null)}
    >
      {(close) => (
        <ChoiceList
          options={options}
          value={value}
          onChoose={(network) => {
            onChange(network);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}
