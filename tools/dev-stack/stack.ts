import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap/exec.mjs';
import { claimPublicPort, freePort } from '../bootstrap/launch/ports.mjs';
import { readSettings } from '../bootstrap/launch/settings.mjs';
import { writeIdentities, type Certificates } from './identities.js';
import { provideInfrastructure, type Infrastructure, type Row } from './infrastructure.js';
import type { Child, ChildSpec } from './processes/child.js';
import { readPino } from './processes/output.js';
import { whenHttpOk } from './processes/ready.js';
import { balancedServices, openBalancers, processesOf, wiringOf } from './replicas.js';
import type { Balancer } from './run/balancer.js';
import { openConsole, type Console } from './run/console.js';
import { runStack, type RunningStack } from './run/run-stack.js';
import { makeSecrets } from './secrets.js';
import { seedDemoAccounts } from './seed.js';
import { serviceEnv, type Wiring } from './service-env.js';
import { topology, type Service } from './topology.js';

export interface StackOptions {
  /** Public port; 0 takes a free one; default: PORT or 8080. */
  port?: number;
  /** Added to the environment of this process for every child. */
  env?: Record<string, string | undefined>;
  /** Whether to create the demo accounts; default: yes. */
  demoAccounts?: boolean;
  /** Processes of each service, behind a balancer; default: one without, and two of signalling. */
  replicas?: number;
  console?: Console;
  /** Called after the start when a child fails for good. */
  onFatal?: (fault: unknown) => void;
  /** Aborts the start. */
  signal?: AbortSignal;
}

export interface Stack {
  /** The address for browsers. */
  url: string;
  runDir: string;
  authEmulatorOrigin: string | undefined;
  mongoUrl: string;
  /** With the credentials of the administrator. */
  natsUrl: string;
  /** Has a directory with the certificates of each service. */
  tlsDir: string;
  /** By name of the process. */
  metricsUrls: Record<string, string>;
  hasDemoAccounts: boolean;
  rows: readonly Row[];
  /** Where each process listens, by its name; the gateway at that of `url`. */
  mainPorts: Record<string, number>;
  /** By name of the process. */
  services: Record<string, Child>;
  /** By name of the service; with several replicas. */
  balancers: ReadonlyMap<string, Balancer>;
  stop: () => Promise<void>;
}

/** Instrumentation must load before the modules it wraps. */
const tracingArgs = ({ env }: Wiring): string[] =>
  env['OTEL_EXPORTER_OTLP_ENDPOINT'] ? ['--import', '@tandem/kit/otel'] : [];

const serviceSpecs = (processes: readonly Service[], wiring: Wiring): ChildSpec[] =>
  processes.map((service) => ({
    name: service.name,
    command: process.execPath,
    args: [...tracingArgs(wiring), join(root, service.folder, 'dist/bundle/main.js')],
    cwd: join(root, service.folder),
    env: serviceEnv(service, wiringOf(service, wiring)),
    tier: service.kind === 'rpc' ? 1 : 2,
    isGate: false,
    ready: whenHttpOk(`http://127.0.0.1:${String(wiring.ports[service.name]?.metrics)}/readyz`),
    read: readPino,
  }));

const assignPorts = async (names: readonly string[]): Promise<Wiring['ports']> => {
  const pairs = names.map(
    async (name) => [name, { main: await freePort(), metrics: await freePort() }] as const,
  );
  return Object.fromEntries(await Promise.all(pairs));
};

/**
 * Starts the built product as processes of this machine.
 *
 *     const stack = await startStack({ port: 0 });
 *     await fetch(stack.url);
 *     await stack.services['signalling-1'].kill('SIGKILL');
 *     await stack.stop();
 */
export const startStack = async ({
  port,
  env = {},
  demoAccounts = true,
  replicas = 1,
  console: given,
  onFatal,
  signal,
}: StackOptions = {}): Promise<Stack> => {
  const settings = readSettings({ ...process.env, ...env }, port === undefined ? {} : { port });
  const console = given ?? openConsole({ all: settings.echoAll });
  const publicPort = await claimPublicPort(settings.port, settings.host);
  const url = settings.publicUrl ?? `http://localhost:${publicPort}`;
  const secrets = makeSecrets(settings.env);
  const processes = processesOf(replicas);
  const ports = await assignPorts([
    ...balancedServices(replicas),
    ...processes.map(({ name }) => name),
  ]);
  const balancers = await openBalancers(replicas, { host: settings.host, ports, publicPort });
  let infrastructure: Infrastructure | undefined;
  let gatewayCertificates: Certificates | undefined;
  const tlsDirOf = (runDir: string) => join(runDir, 'tls');

  const seed = async () => {
    if (!infrastructure?.hasDemoAccounts || !gatewayCertificates || !demoAccounts) return;
    await seedDemoAccounts({
      emulatorOrigin: `http://${String(infrastructure.firebase.emulatorHost)}`,
      projectId: infrastructure.firebase.projectId,
      certificates: gatewayCertificates,
      identityAddress: `127.0.0.1:${String(ports['identity']?.main)}`,
      billingAddress: `127.0.0.1:${String(ports['billing']?.main)}`,
      ...(signal ? { signal } : {}),
    });
  };

  const plan = async (runDir: string): Promise<ChildSpec[]> => {
    const tlsDir = tlsDirOf(runDir);
    gatewayCertificates = (await writeIdentities(tlsDir)).get('gateway');
    infrastructure = await provideInfrastructure({
      settings,
      runDir,
      secrets,
      publicPort,
      print: console.print,
      reseed: seed,
      ...(signal ? { signal } : {}),
    });
    const wiring = {
      ...settings,
      ...infrastructure,
      tlsDir,
      ports,
      secrets,
      publicPort,
      publicUrl: url,
    };
    return [...infrastructure.specs, ...serviceSpecs(processes, wiring)];
  };

  let run: RunningStack | undefined;
  let stopping: Promise<void> | undefined;
  const stop = () =>
    (stopping ??= (async () => {
      await run?.stop();
      await Promise.all([...balancers.values()].map((balancer) => balancer.close()));
    })());
  try {
    run = await runStack({
      plan,
      console,
      ...(onFatal ? { onFatal } : {}),
      ...(settings.logDir ? { logDir: settings.logDir } : {}),
      ...(signal ? { signal } : {}),
    });
    await seed();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    runDir: run.runDir,
    authEmulatorOrigin: infrastructure?.firebase.emulatorOrigin,
    mongoUrl: infrastructure?.mongoUrl ?? '',
    natsUrl: infrastructure?.natsUrl ?? '',
    tlsDir: tlsDirOf(run.runDir),
    metricsUrls: Object.fromEntries(
      processes.map(({ name }) => [
        name,
        `http://127.0.0.1:${String(ports[name]?.metrics)}/metrics`,
      ]),
    ),
    mainPorts: Object.fromEntries(processes.map(({ name }) => [name, ports[name]?.main ?? 0])),
    hasDemoAccounts: infrastructure?.hasDemoAccounts ?? false,
    rows: infrastructure?.rows ?? [],
    services: Object.fromEntries(run.children),
    balancers,
    stop,
  };
};

/** The build outputs that are missing. */
export const missingBuilds = (): string[] =>
  [
    ...new Set(topology.map(({ folder }) => join(folder, 'dist/bundle/main.js'))),
    'web/dist/index.html',
  ].filter((path) => !existsSync(join(root, path)));
