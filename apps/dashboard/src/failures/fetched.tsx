import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ErrorState } from '../ui/error-state.tsx';

type Load<Props> = () => Promise<ComponentType<Props>>;

const loaded = new Map<unknown, ComponentType<never>>();

async function fetchPart<Props>(load: Load<Props>): Promise<ComponentType<Props>> {
  const part = await load();
  loaded.set(load, part as ComponentType<never>);
  return part;
}

/** Begins to fetch a part before anybody draws it; a failure shows where it is drawn. */
export function fetchEarly<Props>(load: Load<Props>): void {
  void fetchPart(load).catch(() => undefined);
}

interface FetchedProps<Props> {
  load: Load<Props>;
  props: Props;
  /** In the size of what comes. */
  loading: ReactNode;
  className?: string;
}

/** A part of a screen whose code comes when it is drawn; where it does not come, it can be tried again. */
export function Fetched<Props extends object>({ load, props, loading, className }: FetchedProps<Props>) {
  const [, setReady] = useState(loaded.has(load));
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState<number | null>(null);
  useEffect(() => {
    let isGone = false;
    fetchPart(load).then(
      () => !isGone && setReady(true),
      () => !isGone && setFailed(attempt),
    );
    return () => {
      isGone = true;
    };
  }, [load, attempt]);
  const Part = loaded.get(load) as ComponentType<Props> | undefined;
  if (Part) return <Part {...props} />;
  if (failed !== attempt) return loading;
  return (
    <ErrorState
      className={className}
      title="We couldn’t load this part of the page"
      text="Check the connection, then try again."
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}
