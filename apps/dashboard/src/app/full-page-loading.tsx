import { Spinner } from '../ui/spinner.tsx';

export function FullPageLoading() {
  return (
    <div role="status" aria-label="Loading" className="grid min-h-dvh place-items-center text-text-3">
      <Spinner className="size-5" />
    </div>
  );
}
