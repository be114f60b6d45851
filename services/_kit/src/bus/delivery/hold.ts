/** A message of the broker whose acknowledgement may be delayed. */
export interface Holdable {
  /** Restarts the broker's wait for the acknowledgement. */
  working(): void;
}

/** How long the broker waits for an acknowledgement or a progress report before it redelivers a message. */
export const ackWaitMs = 3_000;

/** Several reports per wait, so that a pause of the process, such as a garbage collection, causes no redelivery. */
const reportEveryMs = 750;

export interface Hold<Message> extends AsyncIterable<Message> {
  /** The message is settled. */
  release(message: Message): void;
}

/**
 * Takes messages as they arrive, and reports those that wait or are being handled as in progress. The wait for an
 * acknowledgement can therefore be short, so that the events of a killed process are redelivered soon, however long a
 * handler takes or an outage lasts. The number of messages is bounded by the consumer's `max_ack_pending`.
 */
export const holdMessages = <Message extends Holdable>(
  source: AsyncIterable<Message>,
): Hold<Message> => {
  /** Values: time of the last progress report. */
  const held = new Map<Message, number>();
  const waiting: Message[] = [];
  let hasEnded = false;
  let wake: () => void = () => undefined;

  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const [message, reportedMs] of held) {
      if (nowMs - reportedMs < reportEveryMs) continue;
      try {
        message.working();
      } catch {
        // The connection is closed, and the broker delivers the messages elsewhere.
        clearInterval(timer);
        return;
      }
      held.set(message, nowMs);
    }
  }, reportEveryMs / 2).unref();

  /** Messages that are being handled stay in progress until they are released. */
  const finish = () => {
    hasEnded = true;
    if (held.size === 0) clearInterval(timer);
    wake();
  };

  const receive = async () => {
    for await (const message of source) {
      held.set(message, performance.now());
      waiting.push(message);
      wake();
    }
  };
  const received = receive().finally(finish);
  // The iterator rethrows this; the empty handler prevents an unhandled rejection until it does.
  received.catch(() => undefined);

  return {
    release: (message) => {
      held.delete(message);
      if (hasEnded) finish();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const message = waiting.shift();
        if (message) yield message;
        else if (hasEnded) break;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
      await received;
    },
  };
};
