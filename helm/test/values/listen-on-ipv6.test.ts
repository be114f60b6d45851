import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../services/_kit/src/testing/process.js';
import { render, tryTemplate, type Rendering } from '../lib/chart.js';
import { hasIpv6 } from '../lib/relay.js';
import { findTool } from '../lib/tools.js';
import { isLongLived, ofKind, workloadsIn } from '../lib/workloads.js';

const off: Rendering = {
  chart: 'tandem',
  example: 'minimal',
  extra: ['--set', 'edgeTls.enabled=false'],
};
const on: Rendering = {
  ...off,
  extra: ['--set', 'edgeTls.enabled=false', '--set', 'listenOnIpv6=true'],
};
const nginx = findTool('nginx', 'nginx');

const hostsIn = (rendering: Rendering) =>
  workloadsIn(render(rendering))
    .filter((one) => isLongLived(one) && one.pod.containers[0]?.command?.[0] === 'node')
    .map(({ pod }) => pod.containers[0]?.env?.find(({ name }) => name === 'HOST')?.value);
const listenOf = (rendering: Rendering) =>
  ofKind(render(rendering), 'ConfigMap').find(({ data }) => data?.['listen.nginx'])?.data?.[
    'listen.nginx'
  ] ?? '';

describe('listenOnIpv6', () => {
  it('makes every process listen on both families', () => {
    const hosts = hostsIn(on);
    expect(hosts.length).toBeGreaterThan(7);
    expect(new Set(hosts)).toEqual(new Set(['::']));
  });

  it('is off by default: a node may lack IPv6', () => {
    expect(new Set(hostsIn(off))).toEqual(new Set([undefined]));
    expect(listenOf(off)).toMatch(/^listen 8080;/);
  });

  it('is refused in a trial, whose database and broker listen on IPv4', () => {
    const { isOk, stderr } = tryTemplate({
      chart: 'tandem',
      example: 'trial',
      extra: ['--set', 'listenOnIpv6=true'],
    });
    expect([isOk, stderr]).toEqual([false, expect.stringContaining('listenOnIpv6')]);
  });

  (nginx && hasIpv6 ? it : it.skip)('makes nginx answer on both families', async () => {
    const home = mkdtempSync(join(tmpdir(), 'tandem-listen-'));
    const port = await freePort();
    mkdirSync(join(home, 'run'));
    const listen = listenOf(on).replace(':8080', `:${port}`);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${home}/run;`)
      .join(' ');
    writeFileSync(
      join(home, 'nginx.conf'),
      `pid ${home}/pid; events {} http { access_log off; ${paths} server { ${listen} return 200; } }`,
    );
    const server = spawn(
      nginx ?? '',
      ['-e', 'stderr', '-p', home, '-c', join(home, 'nginx.conf'), '-g', 'daemon off;'],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let complaints = '';
    server.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    const statusAt = async (host: string) => {
      for (;;) {
        if (server.exitCode !== null) throw new Error(`nginx: ${complaints}`);
        const response = await fetch(`http://${host}:${port}/`).catch(() => undefined);
        if (response) return response.status;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    try {
      expect(await statusAt('127.0.0.1')).toBe(200);
      expect(await statusAt('[::1]')).toBe(200);
    } finally {
      server.kill('SIGQUIT');
      if (server.exitCode === null) await once(server, 'exit');
      rmSync(home, { recursive: true, force: true });
    }
  });
});
