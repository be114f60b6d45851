import { silentLogger } from '@tandem/kit';
import fc from 'fast-check';
import { createCounters } from '../src/pod/counters.js';
import { createPod } from '../src/pod/pod.js';

/** The bytes that a member receives, whatever its counterpart has sent before: protocol.md §1. */
const unlimited = { messagesPerSecond: 1e9, messageBurst: 1e9 };

/** A pod, and the sockets of members of it. */
const startPod = () => {
  const pod = createPod({
    podId: 'a',
    epoch: 'e',
    logger: silentLogger,
    counters: createCounters(),
    rate: unlimited,
    authorize: ({ peerId, grant }) => ({
      outcome: 'admitted',
      role: grant === 'owner' ? 'sender' : 'receiver',
      viewerId: peerId,
      assertedAtMs: Date.now(),
      shareExpiresAtMs: undefined,
      shareEpoch: 0,
      sessionId: '',
      credential: 'grant',
    }),
  });
  const join = (shareId: string, peerId: string, grant: 'owner' | 'guest') => {
    const received: string[] = [];
    const connection = pod.accept(peerId, {
      ipAddress: '192.0.2.1',
      userAgent: 'test',
      sessionCookie: '',
    });
    pod.onOpen(connection, {
      // The buffer is written again with the next frame.
      send: (data) => received.push(Buffer.from(data).toString()) && 1,
      getBufferedAmount: () => 0,
      end: () => pod.onClosed(connection),
    });
    const send = (frame: string) => pod.onMessage(connection, Buffer.from(frame));
    send(JSON.stringify({ type: 'join', shareId, peerId, grant }));
    return {
      shareId,
      peerId,
      send,
      /** The frames since the last call. */
      news: () => received.splice(0),
    };
  };
  return { join };
};

const id = (characters: string) =>
  fc.string({ unit: fc.constantFrom(...Array.from(characters)), minLength: 1, maxLength: 64 });
const ids = fc
  .record({ shareId: id('aZ0_-'), sender: id('aZ0_-.:~'), receiver: id('aZ0_-.:~') })
  .filter(({ sender, receiver }) => sender !== receiver);

const frame = fc.record({
  room: fc.nat(1),
  from: fc.constantFrom('sender', 'receiver'),
  type: fc.constantFrom('offer', 'answer', 'ice-candidate', 'ping'),
  payload: fc.option(fc.json({ maxDepth: 2 }), { nil: undefined }),
  isPayloadLast: fc.boolean(),
  hasTarget: fc.boolean(),
});

it('relays a payload in the envelope of its author and type, regardless of earlier frames', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(ids, { minLength: 2, maxLength: 2, selector: ({ shareId }) => shareId }),
      fc.array(frame, { minLength: 1, maxLength: 30 }),
      (names, frames) => {
        const pod = startPod();
        const rooms = names.map(({ shareId, sender, receiver }) => ({
          sender: pod.join(shareId, sender, 'owner'),
          receiver: pod.join(shareId, receiver, 'guest'),
        }));
        const members = rooms.flatMap((room) => [room.sender, room.receiver]);
        for (const member of members) member.news();

        for (const { room: n, from, type, payload, isPayloadLast, hasTarget } of frames) {
          const room = rooms[n] as (typeof rooms)[number];
          const author = room[from];
          const counterpart = from === 'sender' ? room.receiver : room.sender;
          const target = type === 'ping' ? author : counterpart;
          const value = payload === undefined ? [] : [`"payload":${payload}`];
          const fields = [
            `"type":"${type}"`,
            `"peerId":"forged"`,
            ...(hasTarget ? [`"to":"${counterpart.peerId}"`] : []),
          ];
          author.send(
            `{${(isPayloadLast ? [...fields, ...value] : [...value, ...fields]).join()}}`,
          );
          const envelope = `"type":"${type}","shareId":"${author.shareId}","peerId":"${author.peerId}"`;
          const expected = `{${[envelope, ...value].join()}}`;
          expect(members.map((member) => member.news())).toEqual(
            members.map((member) => (member === target ? [expected] : [])),
          );
        }
      },
    ),
    { numRuns: process.env['LONG_RUN'] ? 1_000 : 50 },
  );
});
