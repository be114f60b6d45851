import { openSocket, until } from '../../canary/people.js';
import { malformedBurst, malformedFrame } from '../frames/malformed.js';
import { attempt } from '../frames/wire.js';
import type { Random } from '../random.js';
import { listFaults, type Measure, type Round, type RoundContext } from '../round.js';
import type { Share, World } from '../world.js';

const victim = 'signalling-1';
const attackedProcesses = [victim, 'gateway'];
/** Sockets at the same time. */
const parallel = { direct: 48, gateway: 12 } as const;
/** Code is compiled, and the heap grows to its working size. Shorter rounds do not measure memory. */
const warmUpSeconds = 30;
/** The attack ends after as many. */
const maxFaults = 100;

interface Counts {
  [name: string]: number;
  'malformed frames': number;
  'refused with a reason': number;
  sockets: number;
  '… through the gateway': number;
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

type Way = 'direct' | 'gateway';

const address = (random: Random) => `10.${random.below(250)}.${random.below(250)}.7`;

/** Every other socket joins first. */
const attack = async (
  { world, random }: RoundContext,
  way: Way,
  { guessed, grant }: Attacked,
  counts: Counts,
): Promise<void> => {
  const { bytes, malformed } =
    random.below(2) === 0
      ? malformedBurst(random, await grant())
      : { bytes: malformedFrame(random, guessed), malformed: 1 };
  const refused = await attempt({
    port: way === 'gateway' ? Number(new URL(world.url).port) : world.portOf(victim),
    path: `/ws?share=${guessed.shareId}&pod=0`,
    // The service trusts the gateway as a proxy.
    forwardedFor: way === 'gateway' ? address(random) : `${address(random)}, 10.255.0.1`,
    frames: bytes,
  });
  counts.sockets += 1;
  if (way === 'gateway') counts['… through the gateway'] += 1;
  counts['malformed frames'] += malformed;
  counts['refused with a reason'] += refused;
};

const growth = (name: string, before: number, after: number): Measure => ({
  name,
  value: Math.max(0, (after / before - 1) * 100),
  unit: '%',
  atMost: 5,
});

/** Connections are closed by then on every side. */
const closingMs = 30_000;
/** Descriptors that a process may have opened for itself. */
const ownDescriptors = 10;

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
      '… through the gateway': 0,
    };
    const faults: string[] = [];
    const memory: [number, number][] = [];
    const ways = (['direct', 'gateway'] as const).flatMap((way) =>
      Array.from({ length: parallel[way] }, () => way),
    );
    const attackUntil = (untilMs: number) =>
      Promise.all(
        ways.map(async (way) => {
          while (performance.now() < untilMs && faults.length < maxFaults) {
            await attack(context, way, attacked, counts).catch((error: unknown) => {
              faults.push(String(error));
            });
          }
        }),
      );
    const descriptors = () => attackedProcesses.map((name) => world.descriptorsOf(name));
    const before = { descriptors: descriptors(), megabytes: 0 };
    const beginMs = performance.now();
    const sample = setInterval(() => {
      const megabytes = world.residentMegabytes(victim);
      if (megabytes > 0) memory.push([(performance.now() - beginMs) / 1_000, megabytes]);
    }, 1_000);
    await attackUntil(beginMs + 1_000 * Math.min(seconds, Math.max(seconds / 3, warmUpSeconds)));
    before.megabytes = world.residentMegabytes(victim);
    await attackUntil(beginMs + seconds * 1_000);
    const megabytes = world.residentMegabytes(victim);
    clearInterval(sample);
    const areClosed = () =>
      descriptors().every((now, index) => now <= (before.descriptors[index] ?? 0) + ownDescriptors);
    await until('descriptors are closed', areClosed, closingMs).catch(() => {
      faults.push(
        `open descriptors: ${descriptors().join(', ')}, ${before.descriptors.join(', ')} before`,
      );
    });
    // Violations of the protocol of web sockets get no reason, but are few.
    if (counts['refused with a reason'] < counts['malformed frames'] / 2) {
      faults.push('most frames were not refused with a reason');
    }
    if (world.pidOf(victim) !== pid) faults.push('the process has ended');
    await joins(world, own, owner.cookie).catch((error: unknown) => {
      faults.push(`no join afterwards: ${String(error)}`);
    });
    return {
      counts,
      measures:
        seconds > 2 * warmUpSeconds
          ? [growth('growth of memory', before.megabytes, megabytes)]
          : [],
      series: [{ name: 'memory of the process', unit: 'MB', points: memory }],
      faults: listFaults(faults),
    };
  },
};
