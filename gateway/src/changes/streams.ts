import { counter, gauge, ServiceError, type Registry } from '@tandem/kit';
import { beatIntervalMs, type ChangeKind } from '@tandem/proto/browser/changes';
import type { Response } from 'express';
import type { Caller } from '../auth.js';
import { createCoalescer, type Coalescer } from './coalesce.js';
import { openStream, type ChangeStream } from './stream.js';

/** The open streams of this process. */
export interface ChangeStreams {
  /** Opens a stream on the response; throws if it must be refused. */
  open(caller: Pick<Caller, 'uid' | 'isAdmin' | 'sessionId'>, response: Response): void;
  changed(uid: string, kind: ChangeKind): void;
  figuresChanged(): void;
  /** Call when the broker is connected or lost. Without it streams would miss changes, so they end and pages poll. */
  setSourceUp(isUp: boolean): void;
  sessionIds(): string[];
  endSession(sessionId: string): void;
  /** Ends every stream and refuses new ones. */
  close(): void;
}

interface Account {
  streams: Map<ChangeStream, { sessionId: string }>;
  coalescer: Coalescer;
}

const retryAfterSeconds = 30;

const metricsOf = (registry: Registry) => ({
  open: gauge(registry, 'change_streams_open', 'Open streams of changes.'),
  sent: counter(registry, 'change_events_sent_total', 'Messages on streams of changes.', ['kind']),
  refused: counter(registry, 'change_streams_refused_total', 'Refused streams of changes.', [
    'reason',
  ]),
  ended: counter(registry, 'change_streams_ended_total', 'Ended streams of changes.', ['reason']),
});

export const createChangeStreams = (options: {
  maxStreams: number;
  maxPerAccount: number;
  registry: Registry;
}): ChangeStreams => {
  const metrics = metricsOf(options.registry);
  const accounts = new Map<string, Account>();
  const admins = new Set<ChangeStream>();
  let openCount = 0;
  let isSourceUp = false;
  let isClosed = false;

  const everyStream = () => [...accounts.values()].flatMap(({ streams }) => [...streams.keys()]);
  const sendTo = (streams: Iterable<ChangeStream>, kind: ChangeKind) => {
    for (const stream of streams) {
      stream.change(kind);
      metrics.sent.inc({ kind });
    }
  };
  const figures = createCoalescer((kind) => sendTo([...admins], kind));
  const beating = setInterval(() => {
    for (const stream of everyStream()) stream.beat();
  }, beatIntervalMs).unref();

  const accountOf = (uid: string): Account => {
    const present = accounts.get(uid);
    if (present) return present;
    const streams: Account['streams'] = new Map();
    const coalescer = createCoalescer((kind) => sendTo([...streams.keys()], kind));
    const account = { streams, coalescer };
    accounts.set(uid, account);
    return account;
  };

  const refuse = (reason: 'account' | 'process' | 'source'): never => {
    metrics.refused.inc({ reason });
    const wait = { retryAfterSeconds };
    throw reason === 'account'
      ? new ServiceError('resource-exhausted', 'too-many-requests', 'Too many open streams.', wait)
      : new ServiceError(
          'unavailable',
          'service-unavailable',
          'Change stream unavailable; retry later.',
          wait,
        );
  };

  const endAll = () => {
    for (const stream of everyStream()) stream.end();
  };

  return {
    open: ({ uid, isAdmin, sessionId }, response) => {
      // The client disconnected while its session was being verified, so its stream would never report an end.
      if (response.destroyed) return;
      if (isClosed || !isSourceUp) refuse('source');
      if (openCount >= options.maxStreams) refuse('process');
      if ((accounts.get(uid)?.streams.size ?? 0) >= options.maxPerAccount) refuse('account');
      const account = accountOf(uid);
      const stream = openStream(response, (reason) => {
        openCount -= 1;
        metrics.open.dec();
        metrics.ended.inc({ reason });
        admins.delete(stream);
        account.streams.delete(stream);
        if (account.streams.size > 0) return;
        account.coalescer.stop();
        accounts.delete(uid);
      });
      account.streams.set(stream, { sessionId });
      if (isAdmin) admins.add(stream);
      openCount += 1;
      metrics.open.inc();
    },
    changed: (uid, kind) => accounts.get(uid)?.coalescer.note(kind),
    figuresChanged: () => {
      if (admins.size > 0) figures.note('admin');
    },
    setSourceUp: (isUp) => {
      isSourceUp = isUp;
      if (!isUp) endAll();
    },
    sessionIds: () => [
      ...new Set(
        [...accounts.values()].flatMap(({ streams }) =>
          [...streams.values()].map(({ sessionId }) => sessionId),
        ),
      ),
    ],
    endSession: (ended) => {
      for (const { streams } of accounts.values()) {
        for (const [stream, { sessionId }] of streams) if (sessionId === ended) stream.end();
      }
    },
    close: () => {
      isClosed = true;
      clearInterval(beating);
      figures.stop();
      endAll();
    },
  };
};
