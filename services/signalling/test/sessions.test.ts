import { closeReasons } from '../src/protocol/close-codes.js';
import { createWorld } from './support/world.js';

/** A sender joined with a session cookie is disconnected when the session ends. */
describe('the end of a session', () => {
  const start = async () => {
    const world = createWorld();
    const pod = world.startPod('a');
    world.access.sessionId = 'session-1';
    const sender = await world.join(pod, 'S', 'owner');
    const receiver = await world.join(pod, 'R', 'guest');
    return { world, pod, sender, receiver };
  };

  it('closes its sockets and no others', async () => {
    const { world, pod, sender, receiver } = await start();
    world.access.sessionId = 'session-2';
    const other = await world.join(pod, 'S2', 'owner', 'share-2');
    expect(pod.pod.sessionIds()).toEqual(['session-1', 'session-2']);
    pod.pod.endSession('session-1');
    expect(sender.closed?.code).toBe(closeReasons.sessionEnded.closeCode);
    expect(sender.news().at(-1)).toBe('error session-ended');
    expect([receiver.closed, other.closed]).toEqual([undefined, undefined]);
    expect(receiver.news()).toContain('peer-left S');
    expect(pod.pod.sessionIds()).toEqual(['session-2']);
  });

  it('does not affect sockets that have already closed', async () => {
    const { pod, sender } = await start();
    sender.drop();
    expect(pod.pod.sessionIds()).toEqual([]);
  });
});
