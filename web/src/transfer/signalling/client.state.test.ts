import { maxReconnects } from '../support/constants.js';
import { engineError } from '../support/failures.js';
import {
  initialClient,
  isProbing,
  nextClient,
  type ClientInput,
  type ClientState,
} from './client.state.js';

const roomFull = { error: { code: 'room-full' }, isRetryable: true };
const connecting: ClientState = { phase: 'connecting', attempt: 2, refusal: null };
const refused: ClientState = { ...connecting, refusal: roomFull };
const joined: ClientState = { phase: 'joined', refusal: null, isProbing: false };
const probing: ClientState = { ...joined, isProbing: true };
const waiting: ClientState = { phase: 'waiting', attempt: 3 };
const exhausted: ClientState = { phase: 'exhausted', error: engineError('max-retries') };
const ended: ClientState = { phase: 'ended' };
const states = [initialClient, connecting, refused, joined, probing, waiting, exhausted, ended];

describe('the state of the signalling client', () => {
  it.each<[ClientState, ClientInput['type'], ClientState]>([
    [initialClient, 'connect', { phase: 'connecting', attempt: 0, refusal: null }],
    [connecting, 'joined', joined],
    [connecting, 'lost', waiting],
    [connecting, 'drained', { phase: 'waiting', attempt: 2 }],
    [refused, 'lost', waiting],
    [refused, 'joined', { ...joined, refusal: roomFull }],
    [refused, 'connect', connecting],
    [joined, 'probe', probing],
    [joined, 'lost', { phase: 'waiting', attempt: 1 }],
    [joined, 'drained', { phase: 'waiting', attempt: 0 }],
    [joined, 'connect', { phase: 'connecting', attempt: 0, refusal: null }],
    [probing, 'frame', joined],
    [probing, 'probe', probing],
    [probing, 'connect', { phase: 'connecting', attempt: 0, refusal: null }],
    [waiting, 'connect', { phase: 'connecting', attempt: 3, refusal: null }],
    [waiting, 'probe', waiting],
    [exhausted, 'connect', { phase: 'connecting', attempt: 0, refusal: null }],
    [ended, 'connect', ended],
    [ended, 'lost', ended],
  ])('%j after %s is %j', (state, type, expected) => {
    expect(nextClient(state, { type } as ClientInput)).toEqual(expected);
  });

  it.each([
    [connecting, refused],
    [probing, { ...probing, refusal: roomFull }],
    [waiting, waiting],
  ])('%j keeps a refusal as long as its socket', (state, expected) => {
    expect(nextClient(state, { type: 'refused', refusal: roomFull })).toEqual(expected);
  });

  it.each([
    [null, engineError('max-retries')],
    [roomFull, roomFull.error],
  ])('is exhausted after the last attempt, after the refusal %j with %j', (refusal, error) => {
    const last: ClientState = { phase: 'connecting', attempt: maxReconnects, refusal };
    expect(nextClient(last, { type: 'lost' })).toEqual({ phase: 'exhausted', error });
  });

  it.each(states)('%j can end', (state) => {
    expect(nextClient(state, { type: 'end' })).toEqual(ended);
  });

  it('probes only a socket that has joined and has not answered', () => {
    expect(states.filter(isProbing)).toEqual([probing]);
  });
});
