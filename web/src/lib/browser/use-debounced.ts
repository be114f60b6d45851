import { useEffect, useState } from 'react';

const settleMs = 300;

/** `value` once it has not changed for 300 ms, so that typing does not send a request for each key. */
export const useDebounced = <Value>(value: Value): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
