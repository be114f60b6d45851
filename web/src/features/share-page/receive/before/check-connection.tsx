import { useEffect, useRef, useState } from 'react';
import type { ConnectionCheck, EngineError } from '../../../../transfer/api.js';
import { savingTexts } from '../texts.js';

const words = savingTexts.check;

type DescribeError = (error: EngineError) => string;

const textOf = (check: ConnectionCheck, describeError: DescribeError): string => {
  if (check.result === 'refused') return describeError(check.error);
  if (check.result !== 'connected') return words[check.result];
  const { route, rttMs } = check;
  const roundTrip = rttMs === null ? '' : words.roundTrip(`${String(Math.ceil(rttMs))} ms`);
  if (route === 'turn') return words.relayed(roundTrip);
  return route === 'unknown' ? words.connected(roundTrip) : words.direct(roundTrip);
};

interface CheckConnectionProps {
  check: (signal: AbortSignal) => Promise<ConnectionCheck>;
  describeError: DescribeError;
  buttonClass: string | undefined;
}

/**
 * Whether the sender is there and how it can be reached. On request, because the other device learns this one's network
 * address from it, as it does from a download.
 */
export function CheckConnection({ check, describeError, buttonClass }: CheckConnectionProps) {
  const [isRunning, setIsRunning] = useState(false);
  const [found, setFound] = useState<ConnectionCheck | null>(null);
  const unmounted = useRef(new AbortController());
  useEffect(() => {
    const end = new AbortController();
    unmounted.current = end;
    return () => end.abort();
  }, []);

  const start = (): void => {
    const { signal } = unmounted.current;
    setIsRunning(true);
    setFound(null);
    check(signal)
      .catch((): ConnectionCheck => ({ result: 'failed' }))
      .then(
        (result) => {
          if (signal.aborted) return;
          setIsRunning(false);
          setFound(result);
        },
        () => undefined,
      );
  };

  return (
    <>
      <button
        type="button"
        className={buttonClass}
        aria-disabled={isRunning}
        onClick={isRunning ? undefined : start}
      >
        {words.start}
      </button>
      <p role="status">
        {isRunning ? words.running : found !== null && textOf(found, describeError)}
      </p>
    </>
  );
}
