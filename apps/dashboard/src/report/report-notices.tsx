import { Link } from '@tanstack/react-router';
import { NO_CURRENCY } from '@trailmark/contract/currencies';
import type { ReportContext } from '@trailmark/contract/report-filter';
import { useMay, useProject } from '../project/current-project.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { listInWords } from '../words/list-in-words.ts';
import { fullValue } from './format-value.ts';

type Rates = Pick<ReportContext, 'unconverted' | 'has_old_rates' | 'currency'>;

/** Warns about amounts that no metric includes, and about rates of an earlier day. Empty without either. */
export function MoneyNotice({ report }: { report: Rates | undefined }) {
  const may = useMay();
  if (!report) return null;
  const { unconverted, has_old_rates, currency } = report;
  if (unconverted.length > 0) {
    const amounts = unconverted.map((money) =>
      money.currency === NO_CURRENCY
        ? `${money.amount} in unknown currencies`
        : fullValue({ unit: 'money' }, money.amount, { currency: money.currency }),
    );
    return (
      <Notice
        tone="warn"
        title={`${listInWords(amounts, 'and')} is not included in these metrics`}
        action={
          may('settings.see') && (
            <Button asChild size="sm">
              <Link to="/settings/money">Spend and rates</Link>
            </Button>
          )
        }
      >
        There is no exchange rate to {currency} for it. An operator of this installation can add one.
      </Notice>
    );
  }
  if (!has_old_rates) return null;
  return (
    <Notice>
      Some days have no exchange rate of their own to {currency}; the last rate before them is used.
    </Notice>
  );
}

/** Whatever a reader must know before trusting the numbers of a screen. */
export function ReportNotices({ report }: { report: Rates | undefined }) {
  const { is_refolding } = useProject();
  return (
    <>
      {is_refolding && (
        <Notice title="Recomputing reports">
          The time zone of this project was changed. Until this is done, daily numbers can still change.
        </Notice>
      )}
      <MoneyNotice report={report} />
    </>
  );
}
