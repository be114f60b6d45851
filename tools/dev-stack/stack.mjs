import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { provideInfrastructure } from './infrastructure.mjs';
import { openConsole } from './run/console.mjs';
import { readPino } from './processes/output.mjs';
import { claimPublicPort, freePort } from './processes/ports.mjs';
import { whenHttpOk } from './processes/ready.mjs';
import { runStack } from './run/run-stack.mjs';
import { makeSecrets } from './secrets.mjs';
import { seedDemoAccounts } from './seed.mjs';
import { serviceEnv } from './service-env.mjs';
import { readSettings } from './settings.mjs';
import { root } from '../bootstrap/exec.mjs';
import { topology } from './topology.mjs';

/** Instrumentation has to run before the program it wraps. @param {import('./service-env.mjs').Wiring} wiring */
const tracing = ({ env }) =>
  env['OTEL_EXPORTER_OTLP_ENDPOINT'] ? ['--import', '@tandem/kit/otel'] : [];

/** @param {import('./service-env.mjs').Wiring} wiring */
const serviceSpecs = (wiring) =>
  topology.map((service) => ({
    name: service.name,
    command: process.execPath,
    args: [...tracing(wiring), join(root, service.folder, 'dist/main.js')],
    cwd: join(root, service.folder),
    env: serviceEnv(service, wiring),
    tier: /** @type {1 | 2} */ (service.serves === 'rpc' ? 1 : 2),
    isGate: false,
    ready: whenHttpOk(`http://127.0.0.1:${wiring.ports[service.name]?.metrics}/readyz`),
    read: readPino,
  }));

const assignPorts = async () => {
  const pairs = topology.map(async ({ name }) => [
    name,
    { main: await freePort(), metrics: await freePort() },
  ]);
  return Object.fromEntries(await Promise.all(pairs));
};

/** @param {number} port @param {string | undefined} publicUrl */
const publicUrlOf = (port, publicUrl) => publicUrl ?? `http://localhost:${port}`;

/**
 * Starts the whole product, built beforehand, as processes of this machine.
 *
 *     const stack = await startStack({ port: 0 });
 *     stack.url                              // where the browser goes
 *     await stack.services['signalling-1'].kill('SIGKILL')
 *     await stack.stop();
 *
 * @param {object} [options]
 * @param {number} [options.port] public port; 0 takes a free one; default: PORT or 8080
 * @param {Record<string, string | undefined>} [options.env] added to this process's environment for every child
 * @param {boolean} [options.demoAccounts] whether to make them; default: yes
 * @param {ReturnType<typeof openConsole>} [options.console]
 * @param {(fault: unknown) => void} [options.onFatal] after the start: a process that no restart can help
 * @param {AbortSignal} [options.signal] gives the start up
 */
export const startStack = async ({
  port,
  env = {},
  demoAccounts = true,
  console: given,
  onFatal,
  signal,
} = {}) => {
  const settings = readSettings({ ...process.env, ...env }, port === undefined ? {} : { port });
  const console = given ?? openConsole({ all: settings.echoAll });
  const publicPort = await claimPublicPort(settings.port, settings.host);
  const url = publicUrlOf(publicPort, settings.publicUrl);
  const secrets = makeSecrets(settings.env);
  const ports = await assignPorts();
  /** @type {Awaited<ReturnType<typeof provideInfrastructure>> | undefined} */
  let infrastructure;

  const seed = async () => {
    if (!infrastructure?.hasDemoAccounts || !demoAccounts) return;
    await seedDemoAccounts({
      emulatorOrigin: `http://${infrastructure.firebase.emulatorHost}`,
      projectId: infrastructure.firebase.projectId,
      identityAddress: `127.0.0.1:${ports['identity'].main}`,
      billingAddress: `127.0.0.1:${ports['billing'].main}`,
    });
  };

  const plan = async (/** @type {string} */ runDir) => {
    infrastructure = await provideInfrastructure({
      settings,
      runDir,
      secrets,
      publicPort,
      say: console.print,
      reseed: seed,
      ...(signal ? { signal } : {}),
    });
    const wiring = { ...settings, ...infrastructure, ports, secrets, publicPort, publicUrl: url };
    return [...infrastructure.specs, ...serviceSpecs(wiring)];
  };

  const run = await runStack({
    plan,
    console,
    ...(onFatal ? { onFatal } : {}),
    ...(settings.logDir ? { logDir: settings.logDir } : {}),
    ...(signal ? { signal } : {}),
  });
  try {
    await seed();
  } catch (error) {
    await run.stop();
    throw error;
  }
  return {
    url,
    runDir: run.runDir,
    authEmulatorOrigin: infrastructure?.firebase.emulatorOrigin,
    mongoUrl: infrastructure?.mongoUrl ?? '',
    natsUrl: infrastructure?.natsUrl ?? '',
    /** By service name. */
    metricsUrls: Object.fromEntries(
      Object.entries(ports).map(([name, { metrics }]) => [
        name,
        `http://127.0.0.1:${metrics}/metrics`,
      ]),
    ),
    hasDemoAccounts: infrastructure?.hasDemoAccounts ?? false,
    rows: infrastructure?.rows ?? [],
    services: Object.fromEntries(run.children),
    stop: run.stop,
  };
};

/** @typedef {Awaited<ReturnType<typeof startStack>>} Stack */

/** Whether every service has been compiled; what is missing otherwise. */
export const missingBuilds = () =>
  [
    ...new Set(topology.map(({ folder }) => join(folder, 'dist/main.js'))),
    'web/dist/index.html',
  ].filter((path) => !existsSync(join(root, path)));
