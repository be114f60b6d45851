/** nginx with the configuration of the web image, for tests: a small site, and requests to it. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { request as requestSecure } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { render } from '../../../helm/test/lib/chart.js';
import { at } from '../../../helm/test/lib/paths.js';
import { findTool } from '../../../helm/test/lib/tools.js';
import { createAuthority, writeCertificates } from '../../../services/_kit/src/testing/index.js';
import { freePort } from '../../../services/_kit/src/testing/process.js';
import { buildVariables } from './build-variables.mjs';
import { precompress } from './precompress.mjs';

const nginx = findTool('nginx', 'nginx');
export const whenNginx = nginx ? describe : describe.skip;

/** Where the headers come from: the image, or the chart, which mounts its own and serves over TLS. */
export const origins = ['image', 'chart', 'chart without payments'] as const;
export type Origin = (typeof origins)[number];

export const encodings = ['br', 'gzip', 'identity'] as const;

/** Hashes in the manifest of the build. */
export const inlineScripts = [`sha256-${'A'.repeat(43)}=`];

export const script = `export const a = ${JSON.stringify('x'.repeat(4000))};`;
export const page = `<!doctype html><title>app</title>${'<p>text</p>'.repeat(60)}`;

/** Of the Service in the chart. */
const serverName = 'tandem-web.tandem.svc';

export interface Answer {
  /** Serial number of the server's certificate. */
  serialNumber: string | undefined;
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface Asked {
  /** Default: `identity`. */
  encoding?: string;
  cookie?: string;
  /** Default: that of a navigation. */
  accept?: string;
  /** Default: `*`. */
  languages?: string;
  headers?: Record<string, string>;
}

export interface Site {
  /** The folder of the site and its configuration. */
  home: string;
  port: number;
  get(path: string, asked?: Asked): Promise<Answer>;
  /** Replaces the certificate. */
  renew(): Promise<void>;
  stop(): Promise<void>;
}

/** The body as text, decompressed. */
export const textOf = ({ headers, body }: Answer): string => {
  const encoding = headers['content-encoding'];
  if (encoding === 'br') return String(brotliDecompressSync(body));
  return String(encoding === 'gzip' ? gunzipSync(body) : body);
};

/** The files of headers.d. */
const headersFrom = (origin: Origin): Record<string, string> => {
  const read = (file: string) => readFileSync(at(`deploy/docker/web/${file}`), 'utf8');
  if (origin === 'image')
    return {
      'security.conf': read('headers.conf'),
      'policies.nginx': read('policies.nginx'),
      'listen.nginx': read('listen-plain.nginx'),
    };
  const example = origin === 'chart' ? 'minimal' : 'without-payments';
  const mounted = render({ chart: 'tandem', example }).find(({ metadata }) =>
    metadata.name.endsWith('-web-headers'),
  );
  return mounted?.data ?? {};
};

const landing = page.replace('app', 'landing');
const landingWithoutPrices = landing.replace('text', 'no prices');
const landingIn = (language: string) => page.replace('app', `landing ${language}`);

/** The output of the build, by path. */
const built: Record<string, string | Buffer> = {
  'index.html': page,
  'landing/index.html': landing,
  'de/landing/index.html': landingIn('de'),
  'pt-br/landing/index.html': landingIn('pt-br'),
  'audit-logs/index.html': page,
  'subscribe/index.html': page,
  'sitemap.xml': '<urlset>prices</urlset>',
  'without-payments/landing/index.html': landingWithoutPrices,
  'without-payments/de/landing/index.html': landingIn('de'),
  'without-payments/pt-br/landing/index.html': landingIn('pt-br'),
  'without-payments/audit-logs/index.html': page,
  'without-payments/sitemap.xml': '<urlset></urlset>',
  'assets/main-abc123.js': script,
  'assets/main-abc123.js.map': '{}',
  'assets/dot.png': Buffer.alloc(100),
};

const write = (path: string, content: string | Buffer): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
};

/** nginx.conf with the paths of the container replaced by those below `home`. */
const configIn = (home: string): string =>
  readFileSync(at('deploy/docker/web/nginx.conf'), 'utf8')
    .replaceAll('/tmp/', './run/')
    .replaceAll('/srv/', join(home, 'srv/'))
    .replace('/dev/stdout', join(home, 'access.log'))
    .replaceAll('/etc/nginx/headers.d', join(home, 'headers.d'))
    .replaceAll('/etc/nginx/build.d', join(home, 'build.d'))
    .replace('/run/tls', join(home, 'tls'))
    .replace(
      'include /etc/nginx/mime.types;',
      'types { text/html html; text/javascript js; image/png png; }',
    );

const writeSite = (home: string, origin: Origin, port: number): void => {
  chmodSync(home, 0o755);
  for (const [path, content] of Object.entries(built)) write(join(home, 'dist', path), content);
  precompress(join(home, 'dist'), join(home, 'srv'));
  mkdirSync(join(home, 'run'));
  for (const [file, text] of Object.entries(headersFrom(origin))) {
    const own = text.replace(/^listen 8080/m, `listen 127.0.0.1:${port}`);
    write(join(home, 'headers.d', file), own);
  }
  const settings = { FIREBASE_AUTH_DOMAIN: 'files.firebaseapp.com' };
  write(join(home, 'build.d/variables.conf'), buildVariables(settings, inlineScripts));
  write(join(home, 'nginx.conf'), configIn(home));
};

const send = ({
  port,
  ca,
  path,
  asked,
}: {
  port: number;
  ca: Buffer | undefined;
  path: string;
  asked: Asked;
}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { encoding = 'identity', cookie = '', accept = 'text/html,*/*', languages = '*' } = asked;
    const options = {
      host: '127.0.0.1',
      port,
      ...(ca && { ca, servername: serverName, agent: false }),
      path,
      headers: {
        'accept-encoding': encoding,
        'accept-language': languages,
        cookie,
        accept,
        ...asked.headers,
      },
    };
    (ca ? requestSecure : request)(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          serialNumber: ca && (response.socket as TLSSocket).getPeerCertificate().serialNumber,
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });

/** Starts nginx; resolves when it answers. */
export const startSite = async (origin: Origin): Promise<Site> => {
  const home = mkdtempSync(join(tmpdir(), 'tandem-web-'));
  const port = await freePort();
  writeSite(home, origin, port);

  const authority = await createAuthority();
  const issue = async (): Promise<Buffer> => {
    const issued = await authority.issue('web', { hosts: [serverName] });
    writeCertificates(join(home, 'tls'), issued, 0o444);
    return issued.authorities;
  };
  const authorities = await issue();
  chmodSync(join(home, 'tls'), 0o755);
  const ca = origin === 'image' ? undefined : authorities;
  const get: Site['get'] = (path, asked = {}) => send({ port, ca, path, asked });

  const config = ['-e', 'stderr', '-p', home, '-c', join(home, 'nginx.conf')];
  const server = spawn(nginx ?? '', [...config, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  server.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  for (;;) {
    if (server.exitCode !== null) throw new Error(`nginx: ${output}`);
    const answer = await get('/healthz').catch(() => undefined);
    if (answer?.status === 200) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    home,
    port,
    get,
    renew: async () => {
      await issue();
    },
    stop: async () => {
      server.kill('SIGQUIT');
      if (server.exitCode === null) await once(server, 'exit');
      rmSync(home, { recursive: true, force: true });
    },
  };
};
