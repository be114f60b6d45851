import type { Connection } from 'mongoose';
import { createEventLog, logEvent, type NewEvent, type OutboxSource } from '@tandem/kit/mongo';

/**
 * Events of attempts that change no state. Each is a document of its own until it is published: in the share's they would
 * pile up during an outage of the broker, until it is too large to be changed.
 */
export const createAttemptLog = (connection: Connection) => {
  const model = createEventLog(connection);
  const outboxSource: OutboxSource = { model, removeWhen: {} };
  return {
    outboxSource,
    write: (event: NewEvent): Promise<void> => logEvent(model, event),
  };
};

export type AttemptLog = ReturnType<typeof createAttemptLog>;
