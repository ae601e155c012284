import { type ReactNode, startTransition, useEffect, useState } from 'react';

interface LaterProps {
  /** In the size of what comes. */
  loading: ReactNode;
  children: ReactNode;
}

/** What is drawn once the page around it is painted, piece by piece: meanwhile the page answers. */
export function Later({ loading, children }: LaterProps) {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue ? children : loading;
}
