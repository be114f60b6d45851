import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { TEST_TOOLS } from '../local/setup/tools.mjs';
import { runHelm } from './lib/chart.js';
import { at } from './lib/paths.js';

interface Step {
  name?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Workflow {
  permissions: Record<string, string>;
  env?: Record<string, string>;
  jobs: Record<
    string,
    {
      uses?: string;
      'timeout-minutes'?: number;
      strategy?: { matrix: Record<string, unknown[]> };
      steps?: Step[];
    }
  >;
}

const workflowNamed = (name: string) =>
  parse(readFileSync(at(`.github/workflows/${name}.yaml`), 'utf8')) as Workflow;
const { services } = parse(readFileSync(at('helm/tandem/values.yaml'), 'utf8')) as {
  services: Record<string, unknown>;
};

describe.each(['ci', 'release'])('the workflow %s', (name) => {
  const workflow = workflowNamed(name);
  const jobs = Object.entries(workflow.jobs);

  it('has no more rights than it says, and ends', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [job, { uses, 'timeout-minutes': minutes }] of jobs) {
      expect([job, uses !== undefined || (minutes ?? 0) > 0]).toEqual([job, true]);
    }
  });

  it('uses actions at a version', () => {
    const used = jobs.flatMap(([, { steps = [] }]) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/@v?\d/);
  });

  it('builds every image of the chart', () => {
    const built = workflow.jobs['images']?.strategy?.matrix['service'];
    expect([...(built ?? [])].sort()).toEqual(Object.keys(services).sort());
  });
});

describe('continuous integration', () => {
  const { strategy, steps = [] } = workflowNamed('ci').jobs['test'] ?? {};
  const commands = steps.map(({ run }) => run ?? '');

  it('runs what everybody runs, on both releases of Node', () => {
    expect(strategy?.matrix['node']).toEqual([20, 22]);
    expect(commands).toContain('npm test');
  });

  // A tool that is missing there fails the run (browsers) or leaves checks out (servers).
  it('installs every program that the suite drives', () => {
    const onTheRunner = new Set(['chromium']);
    const inChecks = readdirSync(at('deploy/check'))
      .filter((file) => file.endsWith('.test.ts'))
      .flatMap((file) => [
        ...readFileSync(at(`deploy/check/${file}`), 'utf8').matchAll(/findTool\('.+', '(.+)'\)/g),
      ])
      .map(([, debianPackage]) => debianPackage ?? '');
    expect(inChecks).toContain('prometheus');
    const needed = new Set([...TEST_TOOLS.map(([, debianPackage]) => debianPackage), ...inChecks]);
    const installed = commands
      .filter((command) => command.includes('apt-get install'))
      .flatMap((command) => command.split(/\s+/));
    for (const name of onTheRunner) needed.delete(name);
    expect(installed).toEqual(expect.arrayContaining([...needed]));
  });

  it('has the main branch at hand, which contracts are compared with', () => {
    const checkout = steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkout?.with).toEqual({ 'fetch-depth': 0 });
  });
});

/** Environment of a step after the steps before it, as the runner hands `GITHUB_ENV` on. */
const runSteps = (steps: readonly Step[], home: string, given: Record<string, string>) => {
  const file = join(home, 'github-env');
  writeFileSync(file, '');
  for (const { run } of steps) {
    const learnt = Object.fromEntries(
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    const { status, stderr } = spawnSync('bash', ['-e', '-c', run ?? ''], {
      cwd: home,
      encoding: 'utf8',
      env: { ...process.env, ...given, ...learnt, GITHUB_ENV: file },
    });
    expect([run, status, stderr]).toEqual([run, 0, expect.any(String)]);
  }
  return readFileSync(file, 'utf8');
};

const hasGit = spawnSync('git', ['--version']).status === 0;
if (!hasGit) process.stderr.write('git is not here: the date of an image is not checked\n');

describe('a release', () => {
  const { jobs, env = {} } = workflowNamed('release');
  const stepsOf = (job: string, wanted: readonly string[]) =>
    wanted.map((name) => {
      const step = jobs[job]?.steps?.find((one) => one.name === name);
      if (!step) throw new Error(`${job} has no step "${name}"`);
      return step;
    });
  const given = { ...env, GITHUB_REPOSITORY: 'Some-Owner/Tandem', GITHUB_REF_NAME: 'v9.8.7' };
  let home = '';

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'tandem-release-'));
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  it('publishes a chart that asks for the images it publishes', () => {
    cpSync(at('helm'), join(home, 'helm'), { recursive: true, dereference: true });
    // Packages for real, and only notes what would be pushed.
    const pushed = join(home, 'pushed');
    const helm = `helm() { if [ "$1" = push ]; then echo "$3" >> "${pushed}"; else "${process.env['HELM'] ?? at('node_modules/.bin/helm')}" "$@"; fi; }\n`;
    const [name = {}, publish = {}] = stepsOf('charts', ['name the images', 'package and publish']);
    runSteps([name, { run: helm + (publish.run ?? '') }], home, given);

    const target = 'ghcr.io/some-owner/tandem';
    expect(readFileSync(pushed, 'utf8')).toBe(`oci://${target}/charts\n`.repeat(2));
    const example = at('helm/tandem/examples/minimal.values.yaml');
    const args = ['--kube-version', '1.34.0', '--values', example];
    const { stdout, stderr } = runHelm(['template', 'x', join(home, 'tandem-9.8.7.tgz'), ...args]);
    expect(stderr).toBe('');
    const images = [...stdout.matchAll(/^ +image: (.+)$/gm)].map(([, image]) => image ?? '');
    const ours = new Set(images.map((image) => image.replace(/\/[^/]+$/, '')));
    expect([...ours]).toEqual([target]);
    expect(stdout).toContain(`image: ${target}/shares:9.8.7\n`);
  });

  (hasGit ? it : it.skip)('names and dates its images by the repository and the commit', () => {
    const git = (...args: string[]) => {
      const { status } = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: home,
        env: { ...process.env, GIT_COMMITTER_DATE: '2031-02-03T01:30:00+02:00' },
      });
      expect([args, status]).toEqual([args, 0]);
    };
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '--no-gpg-sign', '-m', 'release');
    const learnt = runSteps(stepsOf('images', ['name the images', 'date the images']), home, given);
    expect(learnt).toBe('PREFIX=ghcr.io/some-owner/tandem\nCREATED=2031-02-02T23:30:00Z\n');

    const build = jobs['images']?.steps?.find(({ uses }) => uses?.startsWith('docker/build-push'));
    expect(build?.with?.['build-args']).toContain('CREATED=${{ env.CREATED }}');
  });
});
