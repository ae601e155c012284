import { useEffect, useState } from 'react';

const TYPING_MS = 500;

/** A value that follows when the typing rests. */
export function useRested<Value>(value: Value, typingMs = TYPING_MS): Value {
  const text = JSON.stringify(value);
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), typingMs);
    return () => clearTimeout(timer);
  }, [text, typingMs]);
  return JSON.parse(rested) as Value;
}
