/**
 * `npm run bench:api`: access, list and create through the gateway and the services, against a bare Express
 * handler, a bare gRPC echo and the two in a row, all in the same run. The last line is one JSON object.
 */
import { connectEcho } from './api/grpc-echo.mjs';
import { answer } from './api/answer.mjs';
import { loadCalls, loadHttp } from './api/load.mjs';
import { startProduct } from './api/product.mjs';
import { startPeerServer } from './signalling/processes.mjs';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 16);
const warmUpSeconds = 1.5;
const load = { connections, seconds };
const warmUp = { connections, seconds: warmUpSeconds };

const say = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);
const median = (/** @type {number[]} */ values) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const round = (/** @type {number} */ value, digits = 2) => Number(value.toFixed(digits));

const bare = /** @type {const} */ (['express', 'grpcEcho', 'expressGrpc']);
const ours = /** @type {const} */ (['access', 'list', 'create']);
/** @typedef {import('./api/load.mjs').Load} Load */
/** @type {Map<string, Load[]>} */
const figures = new Map();
/** CPU milliseconds per call, by process, of every round. @type {Map<string, Record<string, number>[]>} */
const costs = new Map();

/** @template Value @param {Map<string, Value[]>} map @param {string} name @param {Value} value */
const note = (map, name, value) => void map.set(name, [...(map.get(name) ?? []), value]);

/** @param {string} name @param {Load} figure */
const report = (name, figure) => {
  note(figures, name, figure);
  say(
    `  ${name}: ${round(figure.perSecond, 0)}/s, p50 ${round(figure.p50)} p99 ${round(figure.p99)} ms`,
  );
};

const bareRequest = {
  method: /** @type {const} */ ('POST'),
  path: '/bare',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ password: answer.shareId }),
};

const measureBare = async () => {
  const echoServer = await startPeerServer('../api/servers/grpc-echo.mjs', undefined);
  const echoAddress = `127.0.0.1:${echoServer.port}`;
  const express = await startPeerServer('../api/servers/express.mjs', undefined);
  const both = await startPeerServer('../api/servers/express-grpc.mjs', undefined, {
    ECHO_ADDR: echoAddress,
  });
  const at = (/** @type {number} */ port) => `http://127.0.0.1:${port}`;
  const echo = connectEcho(echoAddress);
  await loadHttp(at(express.port), [bareRequest], warmUp);
  report('express', await loadHttp(at(express.port), [bareRequest], load));
  await loadCalls(echo, warmUp);
  report('grpcEcho', await loadCalls(echo, load));
  await loadHttp(at(both.port), [bareRequest], warmUp);
  report('expressGrpc', await loadHttp(at(both.port), [bareRequest], load));
  for (const server of [both, express, echoServer]) await server.stop('SIGKILL');
};

/** @param {import('./api/product.mjs').Product} product @param {(typeof ours)[number]} name */
const measureCall = async (product, name) => {
  await loadHttp(product.url, product.calls[name], warmUp);
  await product.settled();
  const before = product.cpu();
  const figure = await loadHttp(product.url, product.calls[name], load);
  await product.settled();
  const after = product.cpu();
  report(name, figure);
  const perCall = Object.entries(after).map(([process, used]) => [
    process,
    ((used - (before[process] ?? 0)) * 1_000) / figure.count,
  ]);
  note(costs, name, Object.fromEntries(perCall));
};

say(`${rounds} rounds of ${seconds} s each, ${connections} connections; node ${process.version}`);
for (let n = 1; n <= rounds; n += 1) {
  say(`round ${n}`);
  await measureBare();
  // A new product each time: the stand-in database gets slower with every row it holds.
  const product = await startProduct();
  // What only reads first: the rows that the others leave would slow it down.
  for (const name of /** @type {const} */ (['list', 'access', 'create'])) {
    await measureCall(product, name);
  }
  await product.stop();
}

const figureOf = (/** @type {string} */ name, /** @type {keyof Load} */ what) =>
  median((figures.get(name) ?? []).map((figure) => figure[what]));

/** Per round, so that what slows the machine down slows both sides. */
const ratio = (/** @type {string} */ name, /** @type {string} */ against) =>
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
const costOf = (/** @type {string} */ name, /** @type {string} */ process) =>
  median((costs.get(name) ?? []).map((cost) => cost[process] ?? 0));
say('');
say(`| CPU ms per call | ${ours.join(' | ')} |`);
say(`|---|${ours.map(() => '---|').join('')}`);
for (const process of processes) {
  say(`| ${process} | ${ours.map((name) => round(costOf(name, process))).join(' | ')} |`);
}

/** The part of the CPU time that the stand-in database takes. */
const databaseShare = (/** @type {string} */ name) => {
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
    databaseShareOfCpu: Object.fromEntries(ours.map((name) => [name, databaseShare(name)])),
  }),
);
process.exit(0);
