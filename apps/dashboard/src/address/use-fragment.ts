import { useEffect, useState } from 'react';

function valueInFragment(name: string): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get(name);
}

/** A secret that came in the fragment. It leaves the address bar at once, so that nobody copies or records it. */
export function useFragment(name: string): string | null {
  const [value, setValue] = useState(() => valueInFragment(name));
  useEffect(() => {
    const take = () => {
      const next = valueInFragment(name);
      if (next === null) return;
      setValue(next);
      const { pathname, search } = window.location;
      window.history.replaceState(window.history.state, '', pathname + search);
    };
    take();
    // A newer link that is opened in the same tab changes nothing but the fragment.
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, [name]);
  return value;
}
