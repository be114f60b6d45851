import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from '../errors.js';
import { counter, gauge, type Registry } from '../observability/metrics.js';
import { createConcurrencyLimit, type LimitOptions } from './concurrency-limit.js';
import { criticalities, type Criticality } from './criticality.js';

/** A call that was admitted. */
export interface Permit {
  readonly criticality: Criticality;
  /** Aborted when the caller has disconnected. */
  readonly signal: AbortSignal;
  /** Frees the place of a call that waits on purpose and uses no resources of this process while it waits. */
  yieldPlace(): void;
  hasEnded(): boolean;
  /** @param kind of the call; undefined if its duration says nothing about this process */
  end(kind: string | undefined): void;
}

interface Arrival {
  criticality: Criticality;
  signal: AbortSignal;
  onYield?: () => void;
}

export interface Admission {
  /** Undefined if the limit is reached; the refusal is counted. */
  tryAdmit(call: Arrival, nowMs?: number): Permit | undefined;
  /** Throws `unavailable` / `overloaded` if the limit is reached. */
  admit(call: Arrival): Permit;
}

export const overloaded = (): ServiceError =>
  new ServiceError('unavailable', 'overloaded', 'The service is busy. Please try again.', {
    retryAfterSeconds: 1,
  });

const storage = new AsyncLocalStorage<Permit>();

export const runWithPermit = <Result>(permit: Permit, work: () => Result): Result =>
  storage.run(permit, work);

export const currentPermit = (): Permit | undefined => storage.getStore();

/** Waits without a place: calls that wait on purpose, such as throttled attempts, must not use up the limit. */
export const yieldPlaceWhile = <Result>(waiting: () => Promise<Result>): Promise<Result> => {
  currentPermit()?.yieldPlace();
  return waiting();
};

/** Like `yieldPlaceWhile`, but the call keeps its place for the first `ms`. */
export const yieldPlaceAfter = async <Result>(
  ms: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const permit = currentPermit();
  const timer = setTimeout(() => permit?.yieldPlace(), ms);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
};

/** Enough for bursts until the first measurement; the limit follows from delays after that. */
const defaultLimits = { initial: 100, min: 16, max: 2_000 } as const;

export const createAdmission = (
  registry: Registry,
  options: Pick<LimitOptions, 'toleratedDelayMs'> & Partial<LimitOptions>,
): Admission => {
  const limit = createConcurrencyLimit({ ...defaultLimits, ...options });
  const current = gauge(registry, 'admission_limit', 'Calls that may be in progress.');
  const inFlight = gauge(registry, 'admission_in_flight', 'Calls in progress.');
  const refused = counter(
    registry,
    'admission_refused_total',
    'Calls refused because of overload.',
    ['criticality'],
  );
  for (const criticality of criticalities) refused.inc({ criticality }, 0);
  current.set(limit.limit);

  const tryAdmit: Admission['tryAdmit'] = (
    { criticality, signal, onYield },
    nowMs = performance.now(),
  ) => {
    if (!limit.tryBegin(criticality, nowMs)) {
      refused.inc({ criticality });
      return undefined;
    }
    inFlight.set(limit.inFlight);
    let holdsPlace = true;
    let hasEnded = false;
    const leave = (kind?: string) => {
      if (!holdsPlace) return;
      holdsPlace = false;
      const endMs = performance.now();
      limit.end(endMs, kind === undefined ? undefined : { kind, durationMs: endMs - nowMs });
      inFlight.set(limit.inFlight);
      current.set(limit.limit);
    };
    return {
      criticality,
      signal,
      yieldPlace: () => {
        if (!holdsPlace) return;
        leave();
        onYield?.();
      },
      hasEnded: () => hasEnded,
      end: (kind) => {
        hasEnded = true;
        leave(kind);
      },
    };
  };
  return {
    tryAdmit,
    admit: (call) => {
      const permit = tryAdmit(call);
      if (!permit) throw overloaded();
      return permit;
    },
  };
};
