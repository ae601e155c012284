import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteRate, type Rate } from '@trailmark/contract/rates';
import { Pencil, Plus, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { LoadFailed } from '../../failures/load-failed.tsx';
import { LoadMore } from '../../failures/load-more.tsx';
import { toastFailure } from '../../failures/toast-failure.ts';
import { useProject } from '../../project/current-project.tsx';
import { formatDay } from '../../report/calendar-day.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { CURRENCIES } from './currencies.ts';
import { RATES_KEY, ratesQuery } from './money-query.ts';
import { RateDialog } from './rate-dialog.tsx';
import { RatesImportDialog } from './rates-import-dialog.tsx';

type RatesDialog = { what: 'rate'; rate: Rate | null } | { what: 'import' } | null;

/** What one US dollar was worth; money of other currencies is converted by it. */
export function RatesCard() {
  const { currency: own } = useProject();
  const { is_operator } = useUser();
  const [currency, setCurrency] = useState<string | null>(null);
  const [dialog, setDialog] = useState<RatesDialog>(null);
  const list = useInfiniteQuery(ratesQuery(currency));
  const rates = list.data?.pages.flatMap((page) => page.items) ?? null;
  return (
    <Card aria-busy={list.isFetching}>
      <CardHeader
        title="Exchange rates"
        description={`Money in other currencies is shown in ${own} by the rate of its day, or the last one before it. Without a rate, the amount is left out of the metrics, and the report says so.`}
        actions={
          <>
            <CurrencyFilter value={currency} onChange={setCurrency} />
            {is_operator && (
              <>
                <Button onClick={() => setDialog({ what: 'import' })}>
                  <Upload aria-hidden className="max-sm:hidden" />
                  Import<span className="max-sm:sr-only"> rates</span>
                </Button>
                <Button onClick={() => setDialog({ what: 'rate', rate: null })}>
                  <Plus aria-hidden className="max-sm:hidden" />
                  Add a rate
                </Button>
              </>
            )}
          </>
        }
        className="pb-3"
      />
      {list.isLoadingError && <LoadFailed what="the rates" query={list} />}
      {rates?.length === 0 && !list.isPlaceholderData && (
        <EmptyState
          title={currency ? `No rate for ${currency}` : 'No exchange rates yet'}
          text={
            is_operator
              ? 'US dollars need none. Rates apply to every project of this installation.'
              : 'An operator of this installation can add rates; they apply to every project.'
          }
        />
      )}
      {!list.isLoadingError && rates?.length !== 0 && (
        <RatesTable rates={rates} onEdit={is_operator ? (rate) => setDialog({ what: 'rate', rate }) : null} />
      )}
      <LoadMore what="earlier rates" query={list} />
      <RateDialog
        open={dialog?.what === 'rate'}
        rate={dialog?.what === 'rate' ? dialog.rate : null}
        onClose={() => setDialog(null)}
      />
      <RatesImportDialog open={dialog?.what === 'import'} onClose={() => setDialog(null)} />
    </Card>
  );
}

interface RatesTableProps {
  rates: Rate[] | null;
  /** Null for who may only read. */
  onEdit: ((rate: Rate) => void) | null;
}

function RatesTable({ rates, onEdit }: RatesTableProps) {
  return (
    <Table label="Exchange rates" scrollerClassName="max-h-[460px]">
      <TableHead>
        <TableRow>
          <TableHeaderCell>From</TableHeaderCell>
          <TableHeaderCell>Currency</TableHeaderCell>
          <TableHeaderCell numeric>For one US dollar</TableHeaderCell>
          {onEdit && (
            <TableHeaderCell>
              <span className="sr-only">Actions</span>
            </TableHeaderCell>
          )}
        </TableRow>
      </TableHead>
      <TableBody>
        {rates === null && <SkeletonRows rows={6} columns={onEdit ? 4 : 3} />}
        {rates?.map((rate) => (
          <TableRow key={`${rate.date} ${rate.currency}`}>
            <TableCell className="num text-text-2">
              {formatDay(rate.date, { day: 'numeric', month: 'short', year: 'numeric' })}
            </TableCell>
            <TableCell>{rate.currency}</TableCell>
            <TableCell numeric>{rate.per_usd}</TableCell>
            {onEdit && (
              <TableCell className="text-right">
                <RateActions rate={rate} onEdit={() => onEdit(rate)} />
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function RateActions({ rate, onEdit }: { rate: Rate; onEdit: () => void }) {
  const queryClient = useQueryClient();
  const { date, currency } = rate;
  const remove = useMutation({
    mutationFn: () => call(deleteRate, { query: { date, currency } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: RATES_KEY }),
    onError: (error) => toastFailure('The rate was not deleted', error),
  });
  return (
    <>
      <IconButton label={`Change ${currency} of ${date}`} size="sm" onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        label={`Delete ${currency} of ${date}`}
        size="sm"
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </>
  );
}

const ALL = 'ALL';

interface CurrencyFilterProps {
  value: string | null;
  onChange: (currency: string | null) => void;
}

function CurrencyFilter({ value, onChange }: CurrencyFilterProps) {
  return (
    <Combobox
      aria-label="Currency"
      className="w-44 max-sm:w-40"
      options={[{ value: ALL, label: 'All currencies' }, ...CURRENCIES]}
      value={value ?? ALL}
      onValueChange={(next) => onChange(next === ALL ? null : next)}
      searchPlaceholder="Find a currency…"
    />
  );
}
