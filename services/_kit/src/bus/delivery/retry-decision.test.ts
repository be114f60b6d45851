import mongoose from 'mongoose';
import { ServiceError } from '../../errors.js';
import { connectMongo } from '../../mongo/connect.js';
import { silentLogger } from '../../observability/log.js';
import { startLocalMongo, type LocalMongo } from '../../testing/mongo.js';
import { PoisonMessage } from '../bus.js';
import { createRetryPolicy } from './retry-decision.js';

const bug = new Error('a bug');
const deadLetter = { kind: 'dead-letter' };

describe('the retry policy', () => {
  it('retries with growing delays and gives up after the sixth failure', () => {
    const policy = createRetryPolicy();
    expect([1, 2, 3, 4, 5, 6].map((deliveries) => policy.decide(bug, 1, deliveries))).toEqual([
      ...[200, 1_000, 5_000, 15_000, 30_000].map((delayMs) => ({ kind: 'retry', delayMs })),
      deadLetter,
    ]);
  });

  it('does not retry a poison message', () => {
    expect(createRetryPolicy().decide(new PoisonMessage('never'), 1, 1)).toEqual(deadLetter);
  });

  it('grants all retries after an outage, however many deliveries the outage took', () => {
    const policy = createRetryPolicy();
    const outage = new ServiceError('unavailable', 'away', 'Away.');
    for (let deliveries = 1; deliveries <= 40; deliveries++) policy.decide(outage, 7, deliveries);
    const after = [41, 42, 43, 44, 45, 46].map((n) => policy.decide(bug, 7, n).kind);
    expect(after).toEqual(['retry', 'retry', 'retry', 'retry', 'retry', 'dead-letter']);
  });

  it('counts failures per message, and from zero once a message is settled', () => {
    const policy = createRetryPolicy();
    for (let seq = 1; seq <= 6; seq++) expect(policy.decide(bug, seq, 1).kind).toBe('retry');
    for (let time = 1; time <= 4; time++) policy.decide(bug, 1, time + 1);
    policy.forget(1);
    expect(policy.decide(bug, 1, 6)).toEqual({ kind: 'retry', delayMs: 200 });
  });

  const { MongoServerSelectionError, MongoNetworkError, MongoServerError, MongoBulkWriteError } =
    mongoose.mongo;
  const endedConnection = Object.assign(
    new Error('This socket has been ended by the other party'),
    { code: 'EPIPE' },
  );
  const notPrimary = new MongoServerError({ message: 'not primary', code: 10_107 });
  it.each([
    ['no primary', new MongoServerSelectionError('no primary', {} as never)],
    ['a closed database connection', new MongoNetworkError('closed')],
    [
      'a buffered database operation that timed out',
      new mongoose.Error('Operation `users.updateOne()` buffering timed out after 10000ms'),
    ],
    ['a step-down of the primary', notPrimary],
    ['a step-down during a bulk write', new MongoBulkWriteError(notPrimary, {} as never)],
    ['a connection that the database has just ended', endedConnection],
    [
      'such a connection during a bulk write',
      new MongoBulkWriteError(endedConnection as never, {} as never),
    ],
    ['an unavailable service', new ServiceError('unavailable', 'away', 'Away.')],
  ])('retries during an outage: %s', (_what, error) => {
    expect(createRetryPolicy().decide(error, 1, 1)).toEqual({ kind: 'retry', delayMs: 200 });
    for (const deliveries of [6, 100, 2_879]) {
      const decision = createRetryPolicy().decide(error, 1, deliveries);
      expect(decision).toEqual({ kind: 'retry', delayMs: 30_000 });
    }
    // After one day the message becomes a dead letter, which raises an alert.
    expect(createRetryPolicy().decide(error, 1, 2_880)).toEqual(deadLetter);
  });

  it.each([
    ['a rejected document', new mongoose.mongo.MongoServerError({ message: 'too large' })],
    [
      'a duplicate key in a bulk write',
      new MongoBulkWriteError(
        new MongoServerError({ message: 'taken', code: 11_000 }),
        {} as never,
      ),
    ],
    ['a refusal', new ServiceError('failed-precondition', 'no', 'No.')],
    ['a thrown string', 'text'],
  ])('does not treat %s as an outage', (_what, error) => {
    const policy = createRetryPolicy();
    for (let time = 1; time <= 5; time++) policy.decide(error, 1, time);
    expect(policy.decide(error, 1, 6)).toEqual(deadLetter);
  });
});

// The driver reports an outage during these calls as an error of its own class.
describe.each<[string, (database: LocalMongo) => unknown]>([
  ['hangs', (database) => database.suspend()],
  ['is down', (database) => database.stop()],
])('while the database %s', (_what, breakDatabase) => {
  it('retries a handler that writes several documents', async () => {
    const database = await startLocalMongo();
    const connection = await connectMongo({
      url: database.url,
      database: 'retry',
      logger: silentLogger,
    });
    const notes = connection.collection<{ text: string }>('notes');
    await notes.insertMany([{ text: 'a' }]);
    await breakDatabase(database);
    const writes = [
      () => notes.insertMany([{ text: 'b' }]),
      () => notes.bulkWrite([{ insertOne: { document: { text: 'c' } } }]),
    ];
    for (const write of writes) {
      const policy = createRetryPolicy();
      // The first fails at its open connection, the second because the driver finds no server.
      for (const attempt of [1, 2]) {
        const error: unknown = await write().catch((caught: unknown) => caught);
        expect(error).toBeInstanceOf(mongoose.mongo.MongoBulkWriteError);
        for (let time = 1; time <= 6; time++) policy.decide(error, attempt, time);
        expect(policy.decide(error, attempt, 7)).toEqual({ kind: 'retry', delayMs: 30_000 });
      }
    }
    await connection.close();
    await database.stop();
  });
});
