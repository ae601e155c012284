import type { CampaignGroup } from '@trailmark/contract/campaign-report';
import { Columns3, Download, GitCompareArrows, Layers } from 'lucide-react';
import { useMay } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '../../../ui/dropdown-menu.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { Toolbar, ToolbarPart } from '../../../ui/toolbar.tsx';
import { FilterChips } from '../filters/filter-chips.tsx';
import { GROUP_LABELS } from './group-labels.ts';
import type { TableState } from './table-state.ts';

interface CampaignToolbarProps {
  state: TableState;
  onChange: (next: Partial<TableState>) => void;
  /** Tags of the rows that are loaded. */
  tags: readonly string[];
  onChanges: (shown: boolean) => void;
  onColumns: () => void;
  onCsv: () => void;
  isExporting: boolean;
}

/** The filters and the grouping of the table. */
export function CampaignToolbar(props: CampaignToolbarProps) {
  const { state, onChange, tags, onChanges, onColumns, onCsv, isExporting } = props;
  const mayExport = useMay()('reports.export');
  return (
    <Toolbar className="sm:items-start sm:justify-between sm:gap-x-4">
      <ToolbarPart>
        <SearchBox
          label="Search campaigns"
          placeholder="Search by name, id or tag"
          value={state.search}
          onSearch={(search) => onChange({ search })}
        />
        <FilterChips state={state} onChange={onChange} tags={tags} />
      </ToolbarPart>
      <ToolbarPart atEnd className="sm:gap-1">
        <GroupMenu group={state.group} onGroup={(group) => onChange({ group })} />
        <Button
          variant="quiet"
          aria-pressed={state.changes}
          className={state.changes ? 'bg-press text-text' : undefined}
          onClick={() => onChanges(!state.changes)}
        >
          <GitCompareArrows aria-hidden />
          Change
        </Button>
        <Button variant="quiet" onClick={onColumns}>
          <Columns3 aria-hidden />
          Columns
        </Button>
        {mayExport && (
          <Button variant="quiet" onClick={onCsv} loading={isExporting}>
            <Download aria-hidden />
            CSV
          </Button>
        )}
      </ToolbarPart>
    </Toolbar>
  );
}

function GroupMenu({ group, onGroup }: { group: CampaignGroup; onGroup: (group: CampaignGroup) => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="quiet">
          <Layers aria-hidden />
          <span>
            By <span className="text-text">{GROUP_LABELS[group].label.toLowerCase()}</span>
          </span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup value={group} onValueChange={(value) => onGroup(value as CampaignGroup)}>
          {Object.entries(GROUP_LABELS).map(([key, { label }]) => (
            <DropdownMenuRadioItem key={key} value={key}>
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
