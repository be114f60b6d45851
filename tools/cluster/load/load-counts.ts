/** Counts of the load, by phase of the run. Pure: lines in, numbers out. */

export interface Failure {
  at: number;
  kind: string;
  /** 0: no response. */
  status: number;
  /** Milliseconds to the response. */
  ms: number;
  retryAfter?: string;
  /** Reason in the gateway's answer; the proxy gives none. */
  reason?: string;
  error?: string;
}

export type LoadLine =
  | { type: 'start'; at: number }
  | {
      type: 'tick' | 'end';
      at: number;
      sent: number;
      answered: number;
      failed: number;
      /** Sent again, because the server had closed a kept connection. */
      repeated: number;
    }
  | ({ type: 'failure' } & Failure);

const types = new Set(['start', 'tick', 'end', 'failure']);

/** Undefined for a line of something else, such as a warning of Node. */
export const parseLine = (line: string): LoadLine | undefined => {
  try {
    const value = JSON.parse(line) as LoadLine | null;
    return value !== null && types.has(value.type) ? value : undefined;
  } catch {
    return undefined;
  }
};

export interface Counts {
  requests: number;
  failures: Failure[];
}

/** Assigns the lines of the load to phases. A phase ends with the second in which it ends. */
export const createCounts = () => {
  let answered = 0;
  let failures: Failure[] = [];
  let begin = 0;
  return {
    add: (line: LoadLine) => {
      if (line.type === 'failure') failures.push(line);
      else if (line.type !== 'start') answered = line.answered;
    },
    /** The counts since the last call, or since the start. */
    take: (): Counts => {
      const taken = { requests: answered - begin, failures };
      begin = answered;
      failures = [];
      return taken;
    },
  };
};

/** Gateway and proxy answer within two seconds that something is away. Half a second is for a busy cluster. */
const inevitableMs = 2_500;

/** Whether a failure is what the absence of the only replica makes inevitable. */
export const isInevitable = ({ status, retryAfter, ms }: Failure): boolean =>
  status === 503 && retryAfter !== undefined && ms <= inevitableMs;

/** `3 × access 503 overloaded, 1 × user no response`: the kinds of failures, the most frequent first. */
export const describeFailures = (failures: readonly Failure[]): string => {
  const counts = new Map<string, number>();
  for (const { kind, status, retryAfter, reason, ms } of failures) {
    const answer = status === 0 ? 'no response' : String(status);
    const more = [
      ...(reason === undefined ? [] : [reason]),
      ...(status === 503 && retryAfter === undefined ? ['without Retry-After'] : []),
      ...(ms > inevitableMs ? ['late'] : []),
    ];
    const name = [kind, answer, ...more].join(' ');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ');
};
