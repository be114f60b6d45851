/**
 * `npm run bench:signalling`: the signalling service compared with bare uWebSockets.js, ws, socket.io and the PeerJS
 * server, all relaying the same messages in the same run. The last line is a JSON object.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { median } from './median.js';
import { bareUws, bareWs, ours, peerJs, socketIo, type Dialect } from './signalling/dialects.js';
import { joinRate, latencies, openIdle, saturate } from './signalling/measure.js';
import {
  cpuSeconds,
  pinning,
  pinSelf,
  residentBytes,
  startOurs,
  startPeerServer,
  startSurroundings,
} from './signalling/processes.js';
import { reconnectStorm } from './signalling/storm.js';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const idlePeers = Number(process.env['BENCH_IDLE'] ?? 10_000);
const only = process.env['BENCH_ONLY']?.split(',');
const fixedRate = 5_000;
const rooms = 256;
const window = 1;
const startUpMs = 6_000;

const say = (text: string) => void process.stdout.write(`${text}\n`);
const isWanted = (part: string) => !only || only.includes(part);
const round = (value: number, digits = 2) => Number(value.toFixed(digits));

pinSelf(1);
const surroundings = await startSurroundings();
const tandem = ours(surroundings.keys);
const dialects = [tandem, bareUws, bareWs, socketIo, peerJs];

const startServer = async (dialect: Dialect, options?: { semiSpaceMb: number }) => {
  const server = await (dialect.script === ''
    ? startOurs(surroundings, 'bench', 0, options)
    : startPeerServer(`./${dialect.script}`, 0, options));
  // For some seconds after its start a signalling pod re-checks every room.
  await pause(startUpMs);
  return server;
};

interface Figures {
  relay: number[];
  p50: number[];
  p99: number[];
  /** Each with a new grant. */
  joins: number[];
  /** With grants that the server knows. */
  rejoins: number[];
  idleBytes: number[];
}

const figures = new Map<string, Figures>(
  dialects.map(({ name }) => [
    name,
    { relay: [], p50: [], p99: [], joins: [], rejoins: [], idleBytes: [] },
  ]),
);

const measureOne = async (dialect: Dialect, figure: Figures) => {
  const server = await startServer(dialect);
  const ports: [number, number] = [server.port, server.port];
  const cpu = { cpuSeconds: () => cpuSeconds(server.pid) };
  if (isWanted('relay')) {
    const rate = await saturate(dialect, ports, { rooms, window, seconds, ...cpu });
    figure.relay.push(rate.perCpuSecond);
    say(
      `  ${dialect.name}: ${round(rate.perCpuSecond, 0)} msg per CPU second ` +
        `(${round(rate.perSecond, 0)}/s with ${round(rate.busy)} of a core)`,
    );
  }
  if (isWanted('latency')) {
    const taken = await latencies(dialect, ports, { rooms, perSecond: fixedRate, seconds });
    figure.p50.push(taken.p50);
    figure.p99.push(taken.p99);
    say(
      `  ${dialect.name}: p50 ${round(taken.p50)} p99 ${round(taken.p99)} ms, lost ${taken.lost}`,
    );
  }
  if (isWanted('joins')) {
    // Warm-up: the first joins run in the interpreter.
    await joinRate(dialect, server.port, { seconds, ...cpu, areFirst: false });
    const again = await joinRate(dialect, server.port, { seconds, ...cpu, areFirst: false });
    const first = await joinRate(dialect, server.port, { seconds, ...cpu, areFirst: true });
    figure.joins.push(first.perCpuSecond);
    figure.rejoins.push(again.perCpuSecond);
    say(
      `  ${dialect.name}: ${round(first.perCpuSecond, 0)} first joins per CPU second ` +
        `(${round(first.perSecond, 0)}/s), ${round(again.perCpuSecond, 0)} with known grants`,
    );
  }
  await server.stop('SIGKILL');
};

/**
 * Fills a warmed-up new process with idle members. The young generation is held at its initial size: the joins would
 * enlarge it once, by up to 45 MB, which is a cost of the process and not of each peer.
 */
const measureIdle = async (dialect: Dialect, figure: Figures) => {
  const server = await startServer(dialect, { semiSpaceMb: 1 });
  for (const peer of await openIdle(dialect, server.port, 1_000)) peer.socket.destroy();
  await pause(500);
  const before = await residentBytes(server.pid);
  const peers = await openIdle(dialect, server.port, idlePeers);
  const after = await residentBytes(server.pid);
  figure.idleBytes.push((after - before) / idlePeers);
  say(`  ${dialect.name}: ${round(figure.idleBytes.at(-1) ?? 0, 0)} bytes per idle peer`);
  for (const peer of peers) peer.socket.destroy();
  await server.stop('SIGKILL');
};

say(`${rounds} rounds of ${seconds} s each; ${pinning}; node ${process.version}`);
for (let n = 1; n <= rounds; n += 1) {
  say(`round ${n}`);
  for (const dialect of dialects) {
    await measureOne(dialect, figures.get(dialect.name) as Figures);
  }
}
if (isWanted('idle')) {
  say(`${idlePeers} idle peers`);
  for (const dialect of dialects) {
    await measureIdle(dialect, figures.get(dialect.name) as Figures);
  }
}

const across: { crossPodRelay: number[]; p50: number[]; p99: number[] } = {
  crossPodRelay: [],
  p50: [],
  p99: [],
};
let stormSeconds = Number.NaN;
if (isWanted('pods')) {
  say('two pods through NATS');
  for (let n = 0; n < rounds; n += 1) {
    const a = await startOurs(surroundings, `a${n}`, 0);
    const b = await startOurs(surroundings, `b${n}`, 0);
    await pause(1_500);
    const { perSecond } = await saturate(tandem, [a.port, b.port], {
      rooms,
      window,
      seconds,
      cpuSeconds: () => cpuSeconds(a.pid) + cpuSeconds(b.pid),
    });
    const taken = await latencies(tandem, [a.port, b.port], {
      rooms,
      perSecond: fixedRate,
      seconds,
    });
    across.crossPodRelay.push(perSecond);
    across.p50.push(taken.p50);
    across.p99.push(taken.p99);
    say(
      `  ${round(perSecond, 0)} msg/s; at ${fixedRate}/s p50 ${round(taken.p50)} p99 ${round(taken.p99)} ms, ` +
        `lost ${taken.lost}`,
    );
    await Promise.all([a.stop('SIGKILL'), b.stop('SIGKILL')]);
  }
}
if (isWanted('storm')) {
  const a = await startOurs(surroundings, 'storm-a', 0);
  const b = await startOurs(surroundings, 'storm-b', 0);
  stormSeconds = await reconnectStorm(tandem, a, b, idlePeers);
  say(`${idlePeers} clients of a killed pod reconnected within ${round(stormSeconds, 1)} s`);
  await b.stop('SIGKILL');
}
await surroundings.stop();

/** Computed per round: load on the machine slows both sides of a round. */
const ratio = (what: keyof Figures, against: Dialect) => {
  const mine = figures.get(tandem.name)?.[what] ?? [];
  const theirs = figures.get(against.name)?.[what] ?? [];
  return round(median(mine.map((value, n) => value / (theirs[n] ?? Number.NaN))));
};

say('');
say(
  '| server | msg per CPU second | p50 ms | p99 ms | joins per CPU second | with a known grant | bytes per idle peer |',
);
say('|---|---|---|---|---|---|---|');
for (const [name, figure] of figures) {
  const cells = [
    round(median(figure.relay), 0),
    round(median(figure.p50)),
    round(median(figure.p99)),
    round(median(figure.joins), 0),
    round(median(figure.rejoins), 0),
    round(median(figure.idleBytes), 0),
  ];
  say(`| ${name} | ${cells.join(' | ')} |`);
}
const mine = figures.get(tandem.name) as Figures;
say(
  JSON.stringify({
    bench: 'signalling',
    relayVsUws: ratio('relay', bareUws),
    relayVsSocketIo: ratio('relay', socketIo),
    memoryVsUws: ratio('idleBytes', bareUws),
    bytesPerIdlePeer: round(median(mine.idleBytes), 0),
    joinsVsUws: ratio('joins', bareUws),
    rejoinsVsUws: ratio('rejoins', bareUws),
    onePodP99Ms: round(median(mine.p99)),
    crossPodP99Ms: round(median(across.p99)),
    crossPodMessagesPerSecond: round(median(across.crossPodRelay), 0),
    reconnectSeconds: round(stormSeconds, 1),
  }),
);
process.exit(0);
