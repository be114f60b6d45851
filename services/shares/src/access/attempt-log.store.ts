import { createBatcher } from '@tandem/kit';
import { createEventLog, logEvents, type NewEvent, type OutboxSource } from '@tandem/kit/mongo';
import type { Connection } from 'mongoose';

/**
 * Events of attempts that change no state. Each is a document of its own until it is published: during an outage of the
 * broker, an outbox inside the share would grow until the document is too large to be changed.
 */
export const createAttemptLog = (connection: Connection) => {
  const model = createEventLog(connection);
  const outboxSource: OutboxSource = { model, removeWhen: {} };
  return {
    outboxSource,
    writeAccess: createBatcher<NewEvent>({
      run: (events) => logEvents(model, events),
      limit: 64,
      areIndependent: true,
    }),
    /** Not batched: waiting for a batch would make this denial's response time distinguishable. */
    writeDenial: (event: NewEvent): Promise<void> => logEvents(model, [event]),
  };
};

export type AttemptLog = ReturnType<typeof createAttemptLog>;
