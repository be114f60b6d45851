import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from '../../../helm/test/lib/paths.js';
import { findTool } from '../../../helm/test/lib/tools.js';
import { freePort, startProcess } from '../../../services/_kit/src/testing/process.js';
import { forDebian } from './for-debian.js';

const caddy = findTool('caddy', 'caddy');
const whenCaddy = caddy ? describe : describe.skip;

interface Answer {
  status: number | undefined;
  location: string | undefined;
}

whenCaddy('the proxy of one box with a host name, over plain http', () => {
  const home = mkdtempSync(join(tmpdir(), 'tandem-plain-'));
  const host = 'files.example.com';
  let stop: (() => Promise<void>) | undefined;
  let port = 0;

  beforeAll(async () => {
    const [http, https, health] = [await freePort(), await freePort(), await freePort()];
    port = http;
    const [certificate, key] = [join(home, 'cert.pem'), join(home, 'key.pem')];
    const made = spawnSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'].concat(
        ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-days', '2'],
        ['-keyout', key, '-out', certificate],
      ),
    );
    expect(made.status).toBe(0);
    const caddyfile = readFileSync(at('deploy/docker/edge/Caddyfile'), 'utf8')
      // Ports that need no privilege, and a certificate of our own instead of one by ACME.
      .replace('admin off', `admin off\n\thttp_port ${http}\n\thttps_port ${https}`)
      .replace(':80 {', `:${http} {`)
      .replace('{$SITE_ADDRESS::8080} {', `${host} {\n\ttls ${certificate} ${key}\n`)
      .replace(':8090 {', `http://127.0.0.1:${health} {`);
    writeFileSync(join(home, 'Caddyfile'), forDebian(caddyfile, certificate));
    const args = ['run', '--config', join(home, 'Caddyfile'), '--adapter', 'caddyfile'];
    const folders = { XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
    ({ stop } = await startProcess(caddy ?? '', args, /serving initial configuration/, folders));
  });
  afterAll(async () => {
    await stop?.();
    rmSync(home, { recursive: true, force: true });
  });

  const ask = (method: string, path: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, method, path, headers: { host } }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, location: response.headers.location });
      })
        .on('error', reject)
        .end();
    });

  it.each([
    ['GET', '/api/user'],
    ['POST', '/api/session'],
    ['GET', '/api'],
    ['GET', '/ws?share=x'],
  ])('refuses %s %s instead of redirecting it', async (method, path) => {
    expect(await ask(method, path)).toEqual({ status: 403, location: undefined });
  });

  it.each(['/', '/login', '/share/AbC?x=1', '/apiary'])('redirects the page %s', async (path) => {
    expect(await ask('GET', path)).toEqual({ status: 308, location: `https://${host}${path}` });
  });
});
