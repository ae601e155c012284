import { NETWORKS, type Network } from '@trailmark/contract/campaigns';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Input } from '../../../ui/input.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/table.tsx';
import { WINDOW_FIELDS } from '../../../words/attribution-windows.ts';
import { NETWORK_WORDS } from '../../../words/network-name.ts';
import type { SettingsCardProps } from './settings-form.tsx';

/** Windows by network; a field that is empty has the project's. */
export function NetworkWindowsCard({ form, disabled }: SettingsCardProps) {
  const project = form.watch('windows');
  const errors = form.formState.errors.network_windows;
  const problems = NETWORKS.flatMap((network) =>
    WINDOW_FIELDS.flatMap(({ name, label }) => {
      const reason = errors?.[network]?.[name]?.message;
      return reason ? [`${NETWORK_WORDS[network]}, ${label.toLowerCase()} window: ${reason}.`] : [];
    }),
  );
  return (
    <Card>
      <CardHeader
        title="Windows by network"
        description="Replaces the project’s window for clicks and views of that network; a campaign can override both. Default: empty, which uses the project’s window, shown in grey."
        className="pb-3"
      />
      <Table label="Windows by network">
        <TableHead>
          <TableRow>
            <TableHeaderCell>Network</TableHeaderCell>
            {WINDOW_FIELDS.map(({ name, label, unit }) => (
              <TableHeaderCell key={name} numeric>
                {label} <span className="font-normal">({unit})</span>
              </TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {NETWORKS.map((network) => (
            <TableRow key={network}>
              <TableCell>{NETWORK_WORDS[network]}</TableCell>
              {WINDOW_FIELDS.map(({ name, label, unit, min, max }) => (
                <TableCell key={name} numeric className="py-1">
                  <Input
                    type="number"
                    inputMode="numeric"
                    aria-label={`${NETWORK_WORDS[network]}: ${label} window in ${unit}`}
                    aria-invalid={Boolean(errors?.[network]?.[name])}
                    min={min}
                    max={max}
                    step={1}
                    placeholder={Number.isNaN(project[name]) ? '' : String(project[name])}
                    disabled={disabled}
                    className="num ml-auto w-20 text-right"
                    {...form.register(pathOf(network, name), { setValueAs: numberOf })}
                  />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {problems.length > 0 && (
        <ul role="alert" className="grid gap-0.5 px-4 py-3 text-sm text-bad">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type WindowName = (typeof WINDOW_FIELDS)[number]['name'];

function pathOf(network: Network, name: WindowName) {
  return `network_windows.${network}.${name}` as const;
}

/** An empty field is no number at all. */
function numberOf(value: unknown): number | '' {
  return value === '' || value === null || value === undefined ? '' : Number(value);
}
