import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../bootstrap/exec.mjs';
import { compiledWorkspaces } from '../bootstrap/workspaces.mjs';
import { topology } from '../dev-stack/topology.js';

const mainOf = (folder: string) => join(root, folder, 'dist/bundle/main.js');

/** Starts a process that ends because it lacks its environment, after it has loaded everything. */
const start = (folder: string, env: Record<string, string> = {}, nodeArgs: string[] = []) =>
  spawnSync(process.execPath, [...nodeArgs, mainOf(folder)], {
    cwd: join(root, folder),
    env: { PATH: process.env['PATH'], TLS_DIR: '/nowhere', METRICS_PORT: '0', ...env },
    encoding: 'utf8',
  });

describe('the bundle of a process', () => {
  let coverage = '';
  beforeEach(() => (coverage = mkdtempSync(join(tmpdir(), 'bundle-test-'))));
  afterEach(() => rmSync(coverage, { recursive: true, force: true }));

  /** Packages that the process loaded from node_modules. */
  const loadedPackages = (folder: string, env: Record<string, string> = {}) => {
    start(folder, { ...env, NODE_V8_COVERAGE: coverage });
    const urls = readdirSync(coverage).flatMap((name) => {
      const text = readFileSync(join(coverage, name), 'utf8');
      return (JSON.parse(text) as { result: { url: string }[] }).result.map(({ url }) => url);
    });
    expect(urls).toContain(`file://${mainOf(folder)}`);
    const names = urls.flatMap((url) => /.*node_modules\/((@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
    return [...new Set(names)].sort();
  };

  it('exists for every process', () => {
    const folders = new Set(topology.map(({ folder }) => folder));
    expect(compiledWorkspaces()).toEqual(expect.arrayContaining([...folders]));
    for (const folder of folders) expect(readFileSync(mainOf(folder)).length).toBeGreaterThan(1e6);
  });

  it.each(['services/shares', 'gateway'])('of %s loads no package from node_modules', (folder) => {
    expect(loadedPackages(folder)).toEqual([]);
  });

  it('loads what OpenTelemetry patches from its package when the process is traced', () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    expect(loadedPackages('services/shares', env)).toEqual(
      expect.arrayContaining(['@grpc/grpc-js', 'mongodb']),
    );
    expect(loadedPackages('gateway', env)).toContain('express');
  });

  it('has a map to the TypeScript sources', () => {
    const { stdout } = start('gateway', {}, ['--enable-source-maps']);
    expect(stdout).toContain('services/_kit/src/grpc/certificates.ts:');
  });
});
