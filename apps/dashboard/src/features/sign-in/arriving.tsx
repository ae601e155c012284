import { CenteredPage } from '../../ui/centered-page.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** While a link or a code is being changed for a session. */
export function Arriving() {
  return (
    <CenteredPage title="Signing you in">
      <p role="status" className="flex items-center gap-2.5 text-text-2">
        <Spinner />
        One moment…
      </p>
    </CenteredPage>
  );
}
