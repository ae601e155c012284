import { useEffect, useState } from 'react';

const TYPING_MS = 500;

/** A value that follows when the typing rests. */
export function useRested<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(rested) as Value;
}
