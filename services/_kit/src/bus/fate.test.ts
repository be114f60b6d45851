import mongoose from 'mongoose';
import { ServiceError } from '../errors.js';
import { PoisonMessage } from './bus.js';
import { fateOf } from './fate.js';

const bug = new Error('a bug');
const dead = { kind: 'dead' };

describe('an event that could not be handled', () => {
  it('is tried again after growing pauses, and is dead after the sixth time', () => {
    expect([1, 2, 3, 4, 5, 6].map((deliveries) => fateOf(bug, deliveries))).toEqual([
      ...[200, 1_000, 5_000, 15_000, 30_000].map((afterMs) => ({ kind: 'again', afterMs })),
      dead,
    ]);
  });

  it('is dead at once when it can never be', () => {
    expect(fateOf(new PoisonMessage('never'), 1)).toEqual(dead);
  });

  const { MongoServerSelectionError, MongoNetworkError } = mongoose.mongo;
  it.each([
    ['the database elects', new MongoServerSelectionError('no primary', {} as never)],
    ['the database broke off', new MongoNetworkError('closed')],
    [
      'the database was away for long',
      new mongoose.Error('Operation `users.updateOne()` buffering timed out after 10000ms'),
    ],
    ['another service is away', new ServiceError('unavailable', 'away', 'Away.')],
  ])('waits for the end of an outage: %s', (_what, error) => {
    expect(fateOf(error, 1)).toEqual({ kind: 'again', afterMs: 200 });
    for (const deliveries of [6, 100, 2_879]) {
      expect(fateOf(error, deliveries)).toEqual({ kind: 'again', afterMs: 30_000 });
    }
    // But not for longer than a day: then somebody has to look.
    expect(fateOf(error, 2_880)).toEqual(dead);
  });

  it.each([
    ['a refused document', new mongoose.mongo.MongoServerError({ message: 'too large' })],
    ['a refusal', new ServiceError('failed-precondition', 'no', 'No.')],
    ['what is no error', 'text'],
  ])('does not take %s for an outage', (_what, error) => {
    expect(fateOf(error, 6)).toEqual(dead);
  });
});
