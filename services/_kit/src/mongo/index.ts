export { connectMongo, databaseDependency, ensureIndexes, isDuplicateKey } from './connect.js';
export { openDatabase } from '../parts/database.js';
export { readPage } from './page.js';
export { escapePattern } from './pattern.js';
export {
  addOutboxIndex,
  appendEvents,
  appended,
  createEventLog,
  logEvent,
  newEvent,
  outboxFields,
  withEvents,
  type Appended,
  type NewEvent,
} from './outbox.js';
export { type OutboxSource } from './outbox-clear.js';
export { startOutbox, type Outbox } from './outbox-relay.js';
