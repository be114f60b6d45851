import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createAuthority, writeCertificates } from '@tandem/kit/testing';
import { transformSync } from 'esbuild';
import { provision } from '../../../services/_kit/src/provision/provision.js';
import type { SecretsApi } from '../../../services/_kit/src/provision/secrets-api.js';
import type { Manifest } from '../lib/chart.js';
import { at } from '../lib/paths.js';
import { provisionedBy } from '../lib/secrets.js';
import {
  matches,
  workloadsIn,
  type Container,
  type EnvVar,
  type Workload,
} from '../lib/workloads.js';
import { untilPassed } from './probe.js';

/**
 * A kubelet for one machine without containers: each pod is the real process with the environment, command and
 * ports of its rendered container, on its own loopback address. Three things differ from a cluster, because all pods
 * share one network and one file system: HOST binds the process to its pod's address, a preload (hosts.ts) resolves the
 * names of Services instead of the cluster's DNS, and TLS_DIR names a copy of the Secret mounted at /run/tls.
 */
export interface Pod {
  name: string;
  service: string;
  ip: string;
  container: Container;
  workload: Workload;
  labels: Record<string, string>;
  process: ChildProcess;
  output: string[];
  isReady: boolean;
}

/** Where services read their certificates by default. */
const peerTlsPath = '/run/tls';

export interface Termination {
  exitCode: number | null;
  /** Including the preStop hook. */
  seconds: number;
  graceSeconds: number;
}

const imageName = ({ image }: Container) => image.replace(/^.*\//, '').replace(/[@:].*$/, '');

/** The folder of the checkout that is the image's working directory. */
const workspaceOf = (container: Container): string => {
  const name = imageName(container);
  const folder = existsSync(at(`services/${name}`)) ? `services/${name}` : name;
  if (container.workingDir !== '/app/service') throw new Error(`${name}: working directory?`);
  return at(folder);
};

/** Compiles hosts.ts, so that the services run without the TypeScript hooks. Returns the path of its JavaScript. */
const compilePreload = (home: string): string => {
  const source = readFileSync(at('helm/test/processes/hosts.ts'), 'utf8');
  const path = join(home, 'hosts.mjs');
  writeFileSync(
    path,
    transformSync(source, { loader: 'ts', format: 'esm', target: 'node20' }).code,
  );
  return path;
};

export class Kubelet {
  readonly pods: Pod[] = [];
  readonly #home = mkdtempSync(join(tmpdir(), 'tandem-pods-'));
  readonly #hostsFile = join(this.#home, 'hosts.json');
  readonly #hostsPreload = compilePreload(this.#home);
  readonly #manifests: readonly Manifest[];
  readonly #namespace: string;
  /** Random, so that parallel runs on one machine do not share addresses. */
  readonly #network = `127.${randomInt(64, 192)}.${randomInt(256)}`;
  #nextIp = 1;
  /** Issues what cert-manager would. */
  readonly authority = createAuthority();
  /** The Secrets of the namespace by name. */
  readonly secrets = new Map<string, Record<string, string>>();
  /** Addresses of names that no Service of the manifests has. */
  readonly hosts = new Map<string, string>();

  constructor(manifests: readonly Manifest[], namespace: string) {
    this.#manifests = manifests;
    this.#namespace = namespace;
    this.#publish();
    process.once('exit', this.#killAll);
  }

  readonly #killAll = () => {
    for (const pod of this.pods) pod.process.kill('SIGKILL');
  };

  /** DNS: the addresses behind each Service are those of its ready pods. */
  #publish(): void {
    const services = this.#manifests.filter(({ kind }) => kind === 'Service');
    const hosts = services.map(({ metadata, spec }) => [
      `${metadata.name}.${this.#namespace}.svc`,
      this.endpoints(spec.selector).map(({ ip }) => ip),
    ]);
    const others = [...this.hosts].map(([name, ip]) => [name, [ip]]);
    const known = Object.fromEntries([...hosts, ...others]) as Record<string, string[]>;
    // Replaced atomically: processes read it at any time.
    writeFileSync(`${this.#hostsFile}.new`, JSON.stringify(known));
    renameSync(`${this.#hostsFile}.new`, this.#hostsFile);
  }

  endpoints(selector: Record<string, string>): Pod[] {
    return this.pods.filter(({ isReady, labels }) => isReady && matches(selector, labels));
  }

  of(service: string): Pod[] {
    return this.pods.filter((pod) => pod.service === service && pod.isReady);
  }

  #secret(name: string, key: string): string {
    const value = this.secrets.get(name)?.[key];
    if (value === undefined) throw new Error(`Secret ${name} has no ${key}`);
    return value;
  }

  /** Makes the Secrets of the release as its Job does. */
  async provision(): Promise<void> {
    const api: SecretsApi = {
      read: (name) => Promise.resolve(this.secrets.get(name)),
      create: (name, _type, data) => Promise.resolve(!!this.secrets.set(name, { ...data })),
      merge: (name, data) =>
        Promise.resolve(!!this.secrets.set(name, { ...this.secrets.get(name), ...data })),
    };
    await provision(api, provisionedBy(this.#manifests));
  }

  #value({ value, valueFrom }: EnvVar, pod: { name: string; ip: string }): string {
    if (valueFrom?.secretKeyRef) {
      return this.#secret(valueFrom.secretKeyRef.name, valueFrom.secretKeyRef.key);
    }
    const path = valueFrom?.fieldRef?.fieldPath;
    if (path === 'metadata.name') return pod.name;
    if (path) throw new Error(`no value for ${path}`);
    return value ?? '';
  }

  /** The rendered environment with references and `$(NAME)` resolved, plus HOST and the preload. */
  environment(container: Container, pod: { name: string; ip: string }): Record<string, string> {
    const env: Record<string, string> = {};
    for (const variable of container.env ?? []) {
      env[variable.name] = this.#value(variable, pod).replace(
        /\$\((\w+)\)/g,
        (whole, name: string) => env[name] ?? whole,
      );
    }
    return {
      ...env,
      HOST: pod.ip,
      TLS_DIR: this.tlsDir(container.name),
      HOSTS_FILE: this.#hostsFile,
      NODE_OPTIONS: `--import=${pathToFileURL(this.#hostsPreload).href}`,
    };
  }

  /** The Secret mounted at /run/tls, with the certificate that its Deployment's service has in a cluster. */
  async #mountCertificates({ pod: { containers, volumes = [] } }: Workload): Promise<void> {
    const mount = containers[0]?.volumeMounts?.find(({ mountPath }) => mountPath === peerTlsPath);
    const volume = volumes.find(({ name }) => name === mount?.name);
    const secret = (volume?.['secret'] as { secretName: string } | undefined)?.secretName ?? '';
    const service = /^tandem-peer-(.+)$/.exec(secret)?.[1];
    if (service === undefined) throw new Error(`${String(containers[0]?.name)}: no certificates`);
    const hosts = provisionedBy(this.#manifests)?.certificates?.hosts[service] ?? [];
    writeCertificates(this.tlsDir(service), await (await this.authority).issue(service, { hosts }));
  }

  tlsDir(service: string): string {
    return join(this.#home, 'tls', service);
  }

  #spawn(workload: Workload, index: number): Pod {
    const [container] = workload.pod.containers;
    if (!container) throw new Error(`${workload.name} has no container`);
    const name = `${workload.name}-${index}`;
    const ip = `${this.#network}.${this.#nextIp++}`;
    const [command, ...rest] = [...(container.command ?? []), ...(container.args ?? [])];
    if (command !== 'node') throw new Error(`${name} runs ${String(command)}`);
    const child = spawn(process.execPath, rest, {
      cwd: workspaceOf(container),
      env: this.environment(container, { name, ip }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    const keep = (chunk: Buffer) => output.push(chunk.toString());
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const { labels } = workload;
    const service = container.name;
    return {
      name,
      service,
      ip,
      container,
      workload,
      labels,
      process: child,
      output,
      isReady: false,
    };
  }

  /** Starts the pods of every Deployment that runs Node, or of those wanted, without waiting for their probes. */
  async spawnAll(isWanted: (container: Container) => boolean = () => true): Promise<void> {
    this.#publish();
    const deployments = workloadsIn(this.#manifests).filter(({ kind, pod }) => {
      const [container] = pod.containers;
      return kind === 'Deployment' && container?.command?.[0] === 'node' && isWanted(container);
    });
    await Promise.all(deployments.map((workload) => this.#mountCertificates(workload)));
    for (const workload of deployments) {
      const replicas = Number(workload.manifest.spec.replicas);
      for (let index = 0; index < replicas; index += 1)
        this.pods.push(this.#spawn(workload, index));
    }
  }

  /** Starts all pods; resolves when they have passed their probes. */
  async startAll(): Promise<void> {
    await this.spawnAll();
    await Promise.all(this.pods.map((pod) => this.#whenReady(pod)));
  }

  async #whenReady(pod: Pod): Promise<void> {
    const hasEnded = () => pod.process.exitCode !== null;
    try {
      await untilPassed(pod.container.startupProbe, pod.container, pod.ip, hasEnded);
    } catch (error) {
      throw new Error(`${pod.name}: ${String(error)}\n${pod.output.join('').slice(-2000)}`, {
        cause: error,
      });
    }
    const { readinessProbe, livenessProbe } = pod.container;
    if (!readinessProbe || !livenessProbe) throw new Error(`${pod.name} is not probed`);
    await untilPassed(readinessProbe, pod.container, pod.ip, hasEnded);
    await untilPassed(livenessProbe, pod.container, pod.ip, hasEnded);
    pod.isReady = true;
    this.#publish();
  }

  /** Deletes a pod: removal from the endpoints, preStop, SIGTERM, and SIGKILL after the grace period. */
  async terminate(pod: Pod): Promise<Termination> {
    const startedAt = Date.now();
    const graceSeconds = pod.workload.pod.terminationGracePeriodSeconds ?? 30;
    pod.isReady = false;
    this.#publish();
    const gone = once(pod.process, 'exit') as Promise<[number | null]>;
    const kill = setTimeout(() => pod.process.kill('SIGKILL'), graceSeconds * 1000);
    const [, ...hook] = pod.container.lifecycle?.preStop?.exec?.command ?? [];
    await once(spawn(process.execPath, hook, { stdio: 'ignore' }), 'exit');
    pod.process.kill('SIGTERM');
    const [exitCode] = await gone;
    clearTimeout(kill);
    return { exitCode, seconds: (Date.now() - startedAt) / 1000, graceSeconds };
  }

  /** Runs another container of the manifests to completion, such as a Job's or a test pod's. */
  async runToEnd(
    container: Container,
    files: Readonly<Record<string, string>>,
    extraOptions = '',
  ): Promise<{ exitCode: number | null; output: string }> {
    const args = (container.args ?? []).map((argument) => {
      const content = files[argument];
      if (content === undefined) return argument.replace(/^\/app\//, at(''));
      const path = join(this.#home, argument.replaceAll('/', '_'));
      writeFileSync(path, content);
      return path;
    });
    const env = this.environment(container, { name: container.name, ip: '127.0.0.1' });
    const child = spawn(process.execPath, args, {
      env: { ...env, NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} ${extraOptions}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [exitCode] = (await once(child, 'exit')) as [number | null];
    return { exitCode, output };
  }

  async stop(): Promise<void> {
    process.off('exit', this.#killAll);
    await Promise.all(
      this.pods.map(async ({ process: child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }),
    );
    rmSync(this.#home, { recursive: true, force: true });
  }
}
