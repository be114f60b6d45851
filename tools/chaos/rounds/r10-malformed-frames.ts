import { once } from 'node:events';
import { WebSocket } from 'ws';
import { openSocket, until } from '../../canary/people.js';
import { malformedBurst, malformedFrame, malformedText } from '../frames/malformed.js';
import { attempt } from '../frames/wire.js';
import type { Random } from '../random.js';
import { listFaults, type Round, type RoundContext } from '../round.js';
import type { Share, World } from '../world.js';

const victim = 'signalling-1';
/** Sockets at the same time: most directly at the service, the others as browsers, through the gateway. */
const direct = 60;
const throughGateway = 4;
const framesPerSocket = 40;
/** The attack ends after as many. */
const maxFaults = 100;

interface Counts {
  [name: string]: number;
  'malformed frames': number;
  'refused with a reason': number;
  sockets: number;
  'sockets through the gateway': number;
}

interface Attacked {
  /** Some malformed frames are joins with a wrong password, which stop it. */
  guessed: Share;
  /** Of a second share, which sockets join. */
  grant: () => Promise<Share & { grant: string }>;
}

/** Grants expire. */
const grantMs = 30_000;

const createGrants = (world: World, share: Share): Attacked['grant'] => {
  let asked: Promise<Share & { grant: string }> | undefined;
  let askedMs = 0;
  const ask = async () => {
    const { json, status } = await world.ask('POST', `/api/shares/${share.shareId}/access`, {
      json: { password: share.password },
    });
    if (status !== 200) throw new Error(`no grant: ${status}`);
    return { ...share, grant: String(json['grant']) };
  };
  return () => {
    if (!asked || performance.now() - askedMs > grantMs) {
      askedMs = performance.now();
      asked = ask();
    }
    return asked;
  };
};

/** The address of a client and that of the proxy in front of the gateway. */
const forwardedFor = (random: Random) =>
  `10.${random.below(250)}.${random.below(250)}.7, 10.255.0.1`;

type Attack = (context: RoundContext, attacked: Attacked, counts: Counts) => Promise<void>;

/** Every other socket joins first. */
const attackDirectly: Attack = async ({ world, random }, { guessed, grant }, counts) => {
  const { bytes, malformed } =
    random.below(2) === 0
      ? malformedBurst(random, await grant())
      : { bytes: malformedFrame(random, guessed), malformed: 1 };
  const refused = await attempt({
    port: world.portOf(victim),
    path: `/ws?share=${guessed.shareId}`,
    forwardedFor: forwardedFor(random),
    frames: bytes,
  });
  counts.sockets += 1;
  counts['malformed frames'] += malformed;
  counts['refused with a reason'] += refused;
};

const attackThroughGateway: Attack = async ({ world, random }, { guessed }, counts) => {
  const socket = new WebSocket(
    `${world.url.replace(/^http/, 'ws')}/ws?share=${guessed.shareId}&pod=0`,
    { origin: world.url, headers: { 'x-forwarded-for': forwardedFor(random) } },
  );
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await Promise.race([once(socket, 'open'), closed]);
  for (let sent = 0; sent < framesPerSocket && socket.readyState === WebSocket.OPEN; sent += 1) {
    socket.send(malformedText(random, guessed));
    if (sent % 10 === 9) await new Promise((resolve) => setImmediate(resolve));
    counts['malformed frames'] += 1;
  }
  socket.close();
  await closed;
  counts['sockets through the gateway'] += 1;
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
  run: async (context) => {
    const { world, seconds } = context;
    const owner = await world.newPerson();
    const own = await world.createShare(owner, 'own.pdf');
    const attacked = {
      guessed: await world.createShare(owner, 'guessed.pdf'),
      grant: createGrants(world, await world.createShare(owner, 'entered.pdf')),
    };
    const pid = world.pidOf(victim);
    const counts: Counts = {
      'malformed frames': 0,
      'refused with a reason': 0,
      sockets: 0,
      'sockets through the gateway': 0,
    };
    const faults: string[] = [];
    const memory: [number, number][] = [];
    const attackers = [
      ...Array.from({ length: direct }, () => attackDirectly),
      ...Array.from({ length: throughGateway }, () => attackThroughGateway),
    ];
    const attackUntil = (untilMs: number) =>
      Promise.all(
        attackers.map(async (attack) => {
          while (performance.now() < untilMs && faults.length < maxFaults) {
            await attack(context, attacked, counts).catch((error: unknown) => {
              faults.push(String(error));
            });
          }
        }),
      );
    const beginMs = performance.now();
    const sample = setInterval(() => {
      const megabytes = world.residentMegabytes(victim);
      if (megabytes > 0) memory.push([(performance.now() - beginMs) / 1_000, megabytes]);
    }, 1_000);
    // A third first: code is compiled, and the heap grows to its working size.
    await attackUntil(beginMs + (seconds * 1_000) / 3);
    const before = world.residentMegabytes(victim);
    await attackUntil(beginMs + seconds * 1_000);
    const after = world.residentMegabytes(victim);
    clearInterval(sample);
    if (world.pidOf(victim) !== pid) faults.push('the process has ended');
    await joins(world, own, owner.cookie).catch((error: unknown) => {
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
