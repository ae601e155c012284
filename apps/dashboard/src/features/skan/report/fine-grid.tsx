import type { SkanReport } from '@trailmark/contract/skan-report';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { heatOf } from './fine-heat.ts';

const SIDE = 8;
const FIRST_OF_ROWS = Array.from({ length: SIDE }, (_, row) => row * SIDE);
/** The values of a row are so much above its first. */
const COLUMNS = Array.from({ length: SIDE }, (_, column) => column);

const count = new Intl.NumberFormat('en');
const shortCount = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** How often each of the 64 fine values came; a table, so that it can be read without colours. */
export function FineGrid({ report: { fine, tiers, without_tier } }: { report: SkanReport }) {
  const most = Math.max(...fine);
  const sum = fine.reduce((all, one) => all + one, 0);
  const winningFirst = tiers.reduce((all, one) => all + one, without_tier);
  return (
    <Card>
      <CardHeader
        title="Fine values"
        description={`${count.format(sum)} of ${count.format(winningFirst)} winning first postbacks have a fine value, 0 to 63. No value is not 0: Apple withheld it.`}
      />
      <CardBody>
        <table
          aria-label="Winning first postbacks by fine value"
          className="w-full table-fixed border-separate border-spacing-1"
        >
          <colgroup>
            <col className="w-0" />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">From value</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  plus {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {FIRST_OF_ROWS.map((first) => (
              <tr key={first}>
                <th scope="row" className="sr-only">
                  {first}
                </th>
                {COLUMNS.map((column) => (
                  <FineCell
                    key={column}
                    value={first + column}
                    times={fine[first + column] ?? 0}
                    heat={heatOf(fine[first + column] ?? 0, most)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </CardBody>
    </Card>
  );
}

function FineCell({ value, times, heat }: { value: number; times: number; heat: number }) {
  return (
    <td
      title={`Value ${value}: ${count.format(times)}`}
      className="num h-11 rounded-xs border border-line p-1 text-center align-middle"
      style={{ background: `color-mix(in oklab, var(--accent) ${heat}%, transparent)` }}
    >
      <span aria-hidden className="block text-[10px] leading-3 text-text-2">
        {value}
      </span>
      <span className={times === 0 ? 'text-text-3' : 'font-semibold'}>{shortCount.format(times)}</span>
    </td>
  );
}
