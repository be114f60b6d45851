/**
 * `npm run bench:api`: access, list and create through gateway and services, compared in the same run with a bare
 * Express handler, a bare gRPC echo and Express in front of that echo. The last line is a JSON object.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { answer } from './api/answer.js';
import { connectEcho } from './api/grpc-echo.js';
import { loadCalls, loadHttp, type Load } from './api/load.js';
import { startProduct, type Product } from './api/product.js';
import { median } from './median.js';
import { keepSmall } from './overload/trim.js';
import { cpuSeconds, startPeerServer } from './signalling/processes.js';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 16);
/** V8 interprets a function before it compiles it, so a call costs up to two thirds more in the first thousand. */
const warmUp = { connections, amount: Number(process.env['BENCH_WARM_UP'] ?? 2_000) };

const say = (text: string) => void process.stdout.write(`${text}\n`);
const round = (value: number, digits = 2) => Number(value.toFixed(digits));

const bare = ['express', 'grpcEcho', 'expressGrpc'] as const;
const ours = ['access', 'list', 'create'] as const;
const figures = new Map<string, Load[]>();
/** CPU milliseconds of the bare Express handler per call, of every round: the speed of the machine. */
const bareMs: number[] = [];
/** CPU milliseconds per call, less the consumption when idle, by process, for every round. */
const costs = new Map<string, Usage[]>();

/** CPU seconds by process. */
type Usage = Record<string, number>;

const mapUsage = (usage: Usage, change: (used: number, process: string) => number): Usage =>
  Object.fromEntries(
    Object.entries(usage).map(([process, used]) => [process, change(used, process)]),
  );

const note = <Value>(map: Map<string, Value[]>, name: string, value: Value) =>
  void map.set(name, [...(map.get(name) ?? []), value]);

const report = (name: string, figure: Load) => {
  note(figures, name, figure);
  say(
    `  ${name}: ${round(figure.perSecond, 0)}/s, p50 ${round(figure.p50)} p99 ${round(figure.p99)} ms`,
  );
};

const bareRequest = {
  method: 'POST' as const,
  path: '/bare',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ password: answer.shareId }),
};

/** As many calls as take about `seconds`, at the rate of a warm-up. */
const lasting = ({ perSecond }: Load) => ({
  connections,
  amount: Math.max(connections, Math.round(perSecond * seconds)),
});

const measureBare = async () => {
  const echoServer = await startPeerServer('../api/servers/grpc-echo.ts', undefined);
  const echoAddress = `127.0.0.1:${echoServer.port}`;
  const express = await startPeerServer('../api/servers/express.ts', undefined);
  const both = await startPeerServer('../api/servers/express-grpc.ts', undefined, {
    env: { ECHO_ADDR: echoAddress },
  });
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const echo = connectEcho(echoAddress);
  const load = lasting(await loadHttp(at(express.port), [bareRequest], warmUp));
  const before = cpuSeconds(express.pid);
  const figure = await loadHttp(at(express.port), [bareRequest], load);
  report('express', figure);
  bareMs.push(((cpuSeconds(express.pid) - before) * 1_000) / figure.count);
  report('grpcEcho', await loadCalls(echo, lasting(await loadCalls(echo, warmUp))));
  const warmBoth = await loadHttp(at(both.port), [bareRequest], warmUp);
  report('expressGrpc', await loadHttp(at(both.port), [bareRequest], lasting(warmBoth)));
  for (const server of [both, express, echoServer]) await server.stop('SIGKILL');
};

const idleMs = 5_000;

/** What each process uses in a second without a call: heartbeats, polls and timers. */
const measureIdle = async (product: Product): Promise<Usage> => {
  await product.settled();
  const [before, startMs] = [product.cpu(), performance.now()];
  await pause(idleMs);
  const seconds = (performance.now() - startMs) / 1_000;
  return mapUsage(product.cpu(), (used, process) => (used - (before[process] ?? 0)) / seconds);
};

const measureCall = async (product: Product, name: (typeof ours)[number], idle: Usage) => {
  const load = lasting(await loadHttp(product.url, product.calls[name], warmUp));
  await product.settled();
  const [before, startMs] = [product.cpu(), performance.now()];
  const figure = await loadHttp(product.url, product.calls[name], load);
  await product.settled();
  const seconds = (performance.now() - startMs) / 1_000;
  const perCall = mapUsage(product.cpu(), (used, process) => {
    const byCalls = used - (before[process] ?? 0) - (idle[process] ?? 0) * seconds;
    return (byCalls * 1_000) / figure.count;
  });
  report(name, figure);
  note(costs, name, perCall);
};

say(`${rounds} rounds of ${seconds} s each, ${connections} connections; node ${process.version}`);
for (let n = 1; n <= rounds; n += 1) {
  say(`round ${n}`);
  await measureBare();
  // A new product each time, kept small: the stand-in database gets slower with every row it holds.
  const product = await startProduct();
  const trimming = await keepSmall(product, '');
  const idle = await measureIdle(product);
  const idleTotal = Object.values(idle).reduce((sum, used) => sum + used, 0);
  say(`  without calls: ${round(idleTotal * 1_000, 0)} ms of CPU per second`);
  // `list` first: the rows that the other calls write would slow it down.
  for (const name of ['list', 'access', 'create'] as const) {
    await measureCall(product, name, idle);
  }
  await trimming.stop();
  await product.stop();
}

const figureOf = (name: string, what: keyof Load) =>
  median((figures.get(name) ?? []).map((figure) => figure[what]));

/** Computed per round: load on the machine slows both sides of a round. */
const ratio = (name: string, against: string) =>
  round(
    median(
      (figures.get(name) ?? []).map(
        (figure, n) => figure.perSecond / (figures.get(against)?.[n]?.perSecond ?? Number.NaN),
      ),
    ),
    3,
  );

say('');
say('| call | per second | p50 ms | p99 ms | of bare Express | of Express + gRPC |');
say('|---|---|---|---|---|---|');
for (const name of [...bare, ...ours]) {
  const cells = [
    round(figureOf(name, 'perSecond'), 0),
    round(figureOf(name, 'p50')),
    round(figureOf(name, 'p99')),
    ratio(name, 'express'),
    ratio(name, 'expressGrpc'),
  ];
  say(`| ${name} | ${cells.join(' | ')} |`);
}

const processes = [...new Set([...costs.values()].flat().flatMap((cost) => Object.keys(cost)))];
const costOf = (name: string, process: string) =>
  median((costs.get(name) ?? []).map((cost) => cost[process] ?? 0));
say('');
say(`| CPU ms per call | ${ours.join(' | ')} |`);
say(`|---|${ours.map(() => '---|').join('')}`);
for (const process of processes) {
  say(`| ${process} | ${ours.map((name) => round(costOf(name, process))).join(' | ')} |`);
}

/**
 * Cost without that of the stand-in database, in milliseconds and as a multiple of a bare Express call of the same
 * round.
 */
const withoutDatabase = (name: string) => {
  const sums = (costs.get(name) ?? []).map((cost) =>
    Object.entries(cost)
      .filter(([process]) => process !== 'mongo')
      .reduce((sum, [, ms]) => sum + ms, 0),
  );
  return {
    ms: round(median(sums)),
    bareCalls: round(median(sums.map((sum, n) => sum / (bareMs[n] ?? Number.NaN))), 1),
  };
};
const own = Object.fromEntries(ours.map((name) => [name, withoutDatabase(name)]));
say(`| without the database | ${ours.map((name) => own[name]?.ms).join(' | ')} |`);
say(`| … in calls of bare Express | ${ours.map((name) => own[name]?.bareCalls).join(' | ')} |`);

/** The stand-in database's share of the CPU time. */
const databaseShare = (name: string) => {
  const total = processes.reduce((sum, process) => sum + costOf(name, process), 0);
  return round(costOf(name, 'mongo') / total);
};
say(
  JSON.stringify({
    bench: 'api',
    ...Object.fromEntries(
      [...bare, ...ours].map((name) => [
        name,
        {
          perSecond: round(figureOf(name, 'perSecond'), 0),
          p50Ms: round(figureOf(name, 'p50')),
          p99Ms: round(figureOf(name, 'p99')),
        },
      ]),
    ),
    ofExpress: Object.fromEntries(ours.map((name) => [name, ratio(name, 'express')])),
    ofExpressGrpc: Object.fromEntries(ours.map((name) => [name, ratio(name, 'expressGrpc')])),
    cpuWithoutDatabase: own,
    bareExpressCpuMs: round(median(bareMs), 3),
    databaseShareOfCpu: Object.fromEntries(ours.map((name) => [name, databaseShare(name)])),
  }),
);
process.exit(0);
