export {
  beforeServing,
  connectMongo,
  databaseDependency,
  ensureIndexes,
  isDuplicateKey,
} from './connect.js';
export { openDatabase } from '../parts/database.js';
export { readPage } from './page.js';
export { containingPattern, escapePattern } from './pattern.js';
export { rowsOf } from './rows.js';
export {
  addOutboxIndex,
  appendEvents,
  createEventLog,
  logEvents,
  newEvent,
  outboxFields,
  withEvents,
  type NewEvent,
} from './outbox.js';
export { startOutbox, type Outbox, type OutboxSource } from './outbox-relay.js';
