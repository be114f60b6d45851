import mongoose from 'mongoose';
import { ServiceError } from '../errors.js';
import { PoisonMessage } from './bus.js';
import { createFates } from './retry-decision.js';

const bug = new Error('a bug');
const dead = { kind: 'dead' };

describe('an event that could not be handled', () => {
  it('is tried again after growing pauses, and is dead after the sixth time', () => {
    const fates = createFates();
    expect([1, 2, 3, 4, 5, 6].map((deliveries) => fates.of(bug, 1, deliveries))).toEqual([
      ...[200, 1_000, 5_000, 15_000, 30_000].map((afterMs) => ({ kind: 'again', afterMs })),
      dead,
    ]);
  });

  it('is dead at once when it can never be', () => {
    expect(createFates().of(new PoisonMessage('never'), 1, 1)).toEqual(dead);
  });

  it('has all its tries after an outage, whatever number of times it was handed out in it', () => {
    const fates = createFates();
    const away = new ServiceError('unavailable', 'away', 'Away.');
    for (let deliveries = 1; deliveries <= 40; deliveries++) fates.of(away, 7, deliveries);
    const after = [41, 42, 43, 44, 45, 46].map((deliveries) => fates.of(bug, 7, deliveries).kind);
    expect(after).toEqual(['again', 'again', 'again', 'again', 'again', 'dead']);
  });

  it('does not answer for the failures of another, or for its own of long ago', () => {
    const fates = createFates();
    for (let seq = 1; seq <= 6; seq++) expect(fates.of(bug, seq, 1).kind).toBe('again');
    for (let time = 1; time <= 4; time++) fates.of(bug, 1, time + 1);
    fates.forget(1);
    expect(fates.of(bug, 1, 6)).toEqual({ kind: 'again', afterMs: 200 });
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
    expect(createFates().of(error, 1, 1)).toEqual({ kind: 'again', afterMs: 200 });
    for (const deliveries of [6, 100, 2_879]) {
      expect(createFates().of(error, 1, deliveries)).toEqual({ kind: 'again', afterMs: 30_000 });
    }
    // But not for longer than a day: then somebody has to look.
    expect(createFates().of(error, 1, 2_880)).toEqual(dead);
  });

  it.each([
    ['a refused document', new mongoose.mongo.MongoServerError({ message: 'too large' })],
    ['a refusal', new ServiceError('failed-precondition', 'no', 'No.')],
    ['what is no error', 'text'],
  ])('does not take %s for an outage', (_what, error) => {
    const fates = createFates();
    for (let time = 1; time <= 5; time++) fates.of(error, 1, time);
    expect(fates.of(error, 1, 6)).toEqual(dead);
  });
});
