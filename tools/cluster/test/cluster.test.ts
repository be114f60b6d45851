import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../bootstrap/exec.mjs';
import { readOptions, UsageFault } from '../options.js';

// The stand-ins of kubectl and helm prove arguments and refusals only. The claims about a cluster need a cluster.
describe('npm run cluster', () => {
  let home = '';
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'tandem-cluster-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const program = (name: string, script: string) => {
    const path = join(home, name);
    writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> '${home}/calls'\n${script}\n`);
    chmodSync(path, 0o755);
  };
  const runTool = (...args: string[]) => {
    const { HELM: _, ...env } = process.env;
    const hook = join(root, 'tools/bootstrap/typescript.mjs');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', hook, join(root, 'tools/cluster/main.ts'), '--report', home, ...args],
      {
        encoding: 'utf8',
        // Nothing but the stand-ins.
        env: { ...env, PATH: home },
      },
    );
    const calls = existsSync(join(home, 'calls')) ? readFileSync(join(home, 'calls'), 'utf8') : '';
    return { status, stdout, message: stderr.trim(), calls: calls.trim().split('\n') };
  };
  const healthy = `case "$*" in
    *current-context*) echo local ;;
    *can-i*) echo yes ;;
    *'get namespace'*) echo 'Error from server (NotFound)' >&2; exit 1 ;;
  esac`;

  it('refuses a mistake in the arguments in one line, before any command', () => {
    const { status, message, calls } = runTool('--rate', 'often');
    expect(status).toBe(64);
    expect(message).toBe('--rate must be a whole number from 1 to 100');
    expect(calls).toEqual(['']);
  });

  it.each<[string, () => void, string]>([
    [
      'helm',
      () => {
        program('kubectl', healthy);
      },
      'helm is not on the PATH',
    ],
    [
      'a context',
      () => {
        program('helm', '');
        program('kubectl', 'case "$*" in *current-context*) exit 1 ;; esac');
      },
      'KUBECONFIG has no current context',
    ],
    [
      'a cluster that answers',
      () => {
        program('helm', '');
        program(
          'kubectl',
          'case "$*" in *current-context*) echo local ;; *readyz*) echo "connection refused" >&2; exit 1 ;; esac',
        );
      },
      'the cluster local does not answer: connection refused',
    ],
    [
      'permission',
      () => {
        program('helm', '');
        program(
          'kubectl',
          'case "$*" in *current-context*) echo local ;; *can-i*) echo no; exit 1 ;; esac',
        );
      },
      'the user of local may not create namespaces',
    ],
    [
      'an empty namespace',
      () => {
        program('helm', '');
        program(
          'kubectl',
          `case "$*" in *current-context*) echo local ;; *can-i*) echo yes ;; *'get namespace'*) echo '{"metadata":{"labels":{}}}' ;; esac`,
        );
      },
      'the namespace tandem-proof-minimal exists but was not created by this tool: delete it first',
    ],
  ])('without %s ends with one line', (_what, prepare, message) => {
    prepare();
    const { status, message: said, calls } = runTool('--only', 'minimal');
    expect(said).toBe(message);
    expect(status).toBe(69);
    expect(calls.filter((call) => /delete|create|apply/.test(call))).toEqual([
      ...calls.filter((call) => call.includes('can-i create')),
    ]);
  });

  it('names images that the nodes cannot get', () => {
    program('helm', '');
    program(
      'kubectl',
      `${healthy.replace('esac', '')}
    *'get pods'*) echo '{"items":[{"kind":"Pod","metadata":{"name":"p"},"status":{"containerStatuses":[{"name":"c","image":"r/shares:1","state":{"waiting":{"reason":"ErrImagePull"}}}]}}]}' ;;
  esac`,
    );
    const { status, message } = runTool('--only', 'minimal');
    expect(message).toMatch(/^the nodes cannot get r\/shares:1: /);
    expect(status).toBe(69);
  });

  it('reports a claim that fails and ends with 1', () => {
    program('kubectl', healthy);
    program('helm', 'case "$*" in upgrade*) echo "Error: INSTALLATION FAILED" >&2; exit 1 ;; esac');
    const { status, stdout } = runTool('--only', 'minimal');
    expect(stdout).toContain('| minimal installs | fails | ');
    expect(status).toBe(1);
    const report = JSON.parse(readFileSync(join(home, 'cluster.json'), 'utf8')) as {
      claims: { result: string; detail: string }[];
    };
    expect(report.claims).toMatchObject([
      { result: 'fails', detail: expect.stringContaining('INSTALLATION FAILED') as string },
    ]);
  });
});

describe('the options', () => {
  it.each([
    ['an unknown option', ['--fast'], "Unknown option '--fast'"],
    ['a number that is none', ['--restarts', 'x'], '--restarts must be a whole number from 0'],
    ['an unknown part', ['--only', 'ha'], '--only must be trial, minimal'],
    ['a version without its chart', ['--from-version', '1.2.3'], '--from-version needs --from'],
  ])('refuse %s', (_what, args, message) => {
    expect(() => readOptions(args)).toThrow(UsageFault);
    expect(() => readOptions(args)).toThrow(message);
  });

  it('are absent where the usage is wanted', () => {
    expect(readOptions(['--help'])).toBeUndefined();
  });

  it('have defaults for a run of everything', () => {
    expect(readOptions([])).toMatchObject({
      restarts: 100,
      rate: 50,
      parts: ['trial', 'minimal'],
      port: 8080,
      isKept: false,
    });
  });
});
