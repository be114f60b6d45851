import { readFileSync } from 'node:fs';
import { examplesOf, render } from '../../../helm/test/lib/chart.js';
import { at } from '../../../helm/test/lib/paths.js';
import { ofKind } from '../../../helm/test/lib/workloads.js';

const caddyfile = readFileSync(at('deploy/docker/edge/Caddyfile'), 'utf8');

/** The text between the braces of the first block that begins with `start`. */
const block = (start: string): string => {
  const from = caddyfile.indexOf(start) + start.length;
  let depth = 1;
  let to = from;
  for (; depth > 0 && to < caddyfile.length; to += 1) {
    if (caddyfile[to] === '{') depth += 1;
    if (caddyfile[to] === '}') depth -= 1;
  }
  return caddyfile.slice(from, to - 1);
};

// No password, token or share address may be in any log; a path can contain all three.
describe('the logs of the proxies', () => {
  it('of the one-box mode omit addresses, paths and headers, in access and error logs', () => {
    const left = [...block('(private) {').matchAll(/^\s+(\S+) delete$/gm)].map(
      ([, field]) => field,
    );
    expect(left).toEqual([
      'request>uri',
      'request>headers',
      'request>remote_ip',
      'request>client_ip',
      'request>remote_port',
      'resp_headers',
    ]);
    // Proxy errors are written to the default log, regardless of a site's own log.
    const loggers = [...caddyfile.matchAll(/^\s+(log(?: \w+)?) \{/gm)].map(([, name = '']) => name);
    expect(loggers).toEqual(['log', 'log default']);
    for (const site of ['{$SITE_ADDRESS::8080} {', '\n:80 {']) {
      expect(block(site)).toContain('import access');
    }
    for (const logger of loggers) expect(block(`\t${logger} {`)).toContain('import private');
  });

  it.each(examplesOf('tandem'))('of ingress-nginx are disabled for our routes in %s', (example) => {
    for (const { metadata } of ofKind(render({ chart: 'tandem', example }), 'Ingress')) {
      expect(metadata.annotations).toMatchObject({
        'nginx.ingress.kubernetes.io/enable-access-log': 'false',
      });
    }
  });

  it('of the web pods contain no path', () => {
    const nginx = readFileSync(at('deploy/docker/web/nginx.conf'), 'utf8');
    const [, format = ''] = /log_format private '([^']+)'/.exec(nginx) ?? [];
    expect(format).not.toMatch(/uri|request(?!_(method|time))|args|remote_addr|http_|cookie/);
    expect(nginx.match(/access_log (?!off|\/dev\/stdout private)/)).toBeNull();
  });
});

describe('the proxy of the one-box mode', () => {
  it('routes sockets to signalling by share, the API to the gateway, the rest to the pages', () => {
    expect(block('handle @signalling {')).toMatch(
      /reverse_proxy signalling-1:8080 signalling-2:8080/,
    );
    expect(block('handle @signalling {')).toContain('lb_policy query share');
    expect(caddyfile).toMatch(/@signalling path \/ws$/m);
    expect(caddyfile).toMatch(/@api path \/api \/api\/\*$/m);
    expect(block('handle @api {').trim()).toMatch(/^reverse_proxy gateway:8080/);
    expect(block('handle {').trim()).toMatch(/^reverse_proxy web:8080/);
  });
});
