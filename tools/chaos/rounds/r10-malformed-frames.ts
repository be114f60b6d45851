import { once } from 'node:events';
import { WebSocket } from 'ws';
import { openSocket, until } from '../../canary/people.js';
import type { Random } from '../random.js';
import { listFaults, type Round } from '../round.js';
import type { Share, World } from '../world.js';

const parallel = 32;
const framesPerSocket = 40;

const types = ['join', 'offer', 'answer', 'ice-candidate', 'ping', 'peer-left', '', '\u0000', 'x'];

/** A frame that is malformed in one of many ways, as text or bytes. */
const malformed = (random: Random, { shareId, password }: Share): string | Buffer => {
  const valid = JSON.stringify({
    type: random.oneOf(types),
    shareId,
    peerId: 'p'.repeat(random.below(80)),
    password: random.oneOf([password, '', 'x'.repeat(random.below(400))]),
    payload: { sdp: 'v'.repeat(random.below(2_000)), [random.oneOf(types)]: -random.below(99) },
  });
  const cut = random.below(valid.length);
  const ways: (() => string | Buffer)[] = [
    () => valid.slice(0, cut),
    () => valid.slice(0, cut) + String.fromCharCode(random.below(0xffff)) + valid.slice(cut + 1),
    () => Buffer.from(Array.from({ length: random.below(200) }, () => random.below(256))),
    () => '['.repeat(random.below(3_000)),
    () => '{"type":'.repeat(random.below(300)),
    () => `{"type":"join","shareId":${'9'.repeat(random.below(500))}}`,
    () => JSON.stringify({ type: 'join', shareId: [shareId], peerId: { $gt: '' } }),
    () => `{"type":"\\u${random.below(16).toString(16)}`,
    () => 'x'.repeat(random.below(80_000)),
    () => '',
  ];
  return random.oneOf(ways)();
};

const attack = async (world: World, random: Random, share: Share): Promise<number> => {
  const socket = new WebSocket(
    `${world.url.replace(/^http/, 'ws')}/ws?share=${share.shareId}&pod=0`,
    { origin: world.url },
  );
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await Promise.race([once(socket, 'open'), closed]);
  let sent = 0;
  while (sent < framesPerSocket && socket.readyState === WebSocket.OPEN) {
    socket.send(malformed(random, share));
    sent += 1;
    if (sent % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  socket.close();
  await closed;
  return sent;
};

/** A share still works: its owner joins at the attacked process. */
const joins = async (world: World, { shareId }: Share, cookie: string): Promise<void> => {
  const socket = await openSocket(world.url, { shareId, pod: 0, cookie });
  socket.send({ type: 'join', shareId, peerId: 'owner' });
  await until('the owner has joined', () => socket.has('joined'), 10_000);
  socket.close();
};

export const malformedFrames: Round = {
  id: 'R10',
  title: 'Malformed frames',
  weight: 2,
  run: async ({ world, random, seconds }) => {
    const owner = await world.newPerson();
    const share = await world.createShare(owner, 'frames.pdf');
    const pid = world.pidOf('signalling-1');
    const counts = { frames: 0, sockets: 0 };
    const memory: [number, number][] = [];
    const attackFor = async (untilMs: number) => {
      while (performance.now() < untilMs) {
        counts.frames += await attack(world, random, share);
        counts.sockets += 1;
      }
    };
    const beginMs = performance.now();
    const phase = (untilMs: number) =>
      Promise.all(Array.from({ length: parallel }, () => attackFor(untilMs)));
    const sample = setInterval(() => {
      const megabytes = world.residentMegabytes('signalling-1');
      if (megabytes > 0) memory.push([(performance.now() - beginMs) / 1_000, megabytes]);
    }, 1_000);
    // A third first: code is compiled, and the heap grows to its working size.
    await phase(beginMs + (seconds * 1_000) / 3);
    const before = world.residentMegabytes('signalling-1');
    await phase(beginMs + seconds * 1_000);
    const after = world.residentMegabytes('signalling-1');
    clearInterval(sample);
    const faults: string[] = [];
    if (world.pidOf('signalling-1') !== pid) faults.push('the process has ended');
    await joins(world, share, owner.cookie).catch((error: unknown) => {
      faults.push(`no join afterwards: ${String(error)}`);
    });
    return {
      counts,
      measures: [
        {
          name: 'growth of memory',
          value: Math.max(0, (after / before - 1) * 100),
          unit: '%',
          atMost: 5,
        },
      ],
      series: [{ name: 'memory of the process', unit: 'MB', points: memory }],
      faults: listFaults(faults),
    };
  },
};
