import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { at } from '../../helm/test/lib/paths.js';
import { testPrograms } from '../bootstrap/install/programs.mjs';
import { workflowNamed } from './workflows.js';

describe.each(['ci', 'cluster', 'nightly', 'release'])('the workflow %s', (name) => {
  const workflow = workflowNamed(name);
  const jobs = Object.entries(workflow.jobs);

  it('has read permission by default and a timeout for each job', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [job, { uses, 'timeout-minutes': minutes }] of jobs) {
      expect([job, uses !== undefined || (minutes ?? 0) > 0]).toEqual([job, true]);
    }
  });

  // GitHub starts no workflow on what another has done with its token, such as publishing a release.
  it('does not wait for the event of a release, and calls only workflows that can be called', () => {
    expect(Object.keys(workflow.on)).not.toContain('release');
    for (const [job, { uses = '', with: given = {} }] of jobs) {
      const [, called] = /^\.\/\.github\/workflows\/(.+)\.yaml$/.exec(uses) ?? [];
      if (called === undefined) continue;
      const { on } = workflowNamed(called);
      expect([job, Object.keys(on)]).toEqual([job, expect.arrayContaining(['workflow_call'])]);
      const { inputs = {} } = (on['workflow_call'] ?? {}) as { inputs?: Record<string, unknown> };
      expect([job, Object.keys(given)]).toEqual([job, Object.keys(inputs)]);
    }
  });

  // A tag can be moved to another commit.
  it('pins each action by commit, with its version in a comment', () => {
    const used = jobs.flatMap(([, { steps = [] }]) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40}$/);
    const text = readFileSync(at(`.github/workflows/${name}.yaml`), 'utf8');
    expect(text.match(/uses: [^.\s]+@[\da-f]{40} # v?\d+\.\d+\.\d+$/gm)).toHaveLength(used.length);
  });
});

describe('continuous integration', () => {
  const { strategy, steps = [] } = workflowNamed('ci').jobs['test'] ?? {};
  const commands = steps.map(({ run }) => run ?? '');

  it('runs npm test on both versions of Node', () => {
    expect(strategy?.matrix['node']).toEqual([20, 22]);
    expect(commands).toContain('npm test');
  });

  it('starts the product on the releases of Node after them', () => {
    const { strategy: newer, steps: starting = [] } = workflowNamed('ci').jobs['newer-node'] ?? {};
    expect(newer?.matrix['node']).toEqual([24, 26]);
    expect(starting.at(-1)?.run).toMatch(/^npm start > .*smoke\.mjs$/ms);
  });

  // Without a browser the run fails; without a server its checks are skipped.
  it('installs every program that the suite needs', () => {
    const onTheRunner = new Set(['chromium']);
    const inChecks = ['deploy', 'helm/test']
      .flatMap((folder) =>
        readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).map((file) =>
          at(`${folder}/${file}`),
        ),
      )
      .filter((file) => file.endsWith('.test.ts') && !file.includes('/node_modules/'))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/findTool\('.+', '(.+)'\)/g)])
      .map(([, debianPackage]) => debianPackage ?? '');
    expect(inChecks).toContain('prometheus');
    const needed = new Set([
      ...testPrograms.map(([, debianPackage]) => debianPackage),
      ...inChecks,
    ]);
    const installed = commands
      .filter((command) => command.includes('apt-get install'))
      .flatMap((command) => command.split(/\s+/));
    for (const name of onTheRunner) needed.delete(name);
    expect(installed).toEqual(expect.arrayContaining([...needed]));
  });

  it('runs the tests that npm test shortens whole every night, with new cases', () => {
    const { env, steps: nightly = [] } = workflowNamed('nightly').jobs['long'] ?? {};
    expect(env).toEqual({ PROPERTY_SEED: 'random' });
    expect(nightly.map(({ run }) => run ?? '')).toContain('npm run test:long');
  });

  it('has a nightly command for every test that depends on LONG_RUN, and CONTRIBUTING.md lists them', () => {
    const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const command = scripts['test:long'] ?? '';
    const guide = readFileSync(at('CONTRIBUTING.md'), 'utf8');
    const shortened = ['services', 'gateway', 'web/src', 'web/e2e', 'tools'].flatMap((folder) =>
      readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.ts$/.test(file) && !/node_modules|dist\//.test(file))
        .map((file) => `${folder}/${file}`)
        .filter((file) => /\['LONG_RUN'\]\s+\?/.test(readFileSync(at(file), 'utf8'))),
    );
    expect(shortened.length).toBeGreaterThan(7);
    expect(command).toContain('LONG_RUN=true npm run test:unit');
    for (const file of shortened) {
      if (file.startsWith('web/e2e/')) expect(command).toContain(file.replace('web/', ''));
      expect(guide).toContain(file);
    }
  });

  it('fetches the main branch for the comparison of contracts', () => {
    const checkout = steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkout?.with).toEqual({ 'fetch-depth': 0 });
  });
});

describe('the proof in a cluster', () => {
  const { steps = [] } = workflowNamed('cluster').jobs['kind'] ?? {};
  const commands = steps.map(({ run }) => run ?? '');

  it('loads every image that the trial names', () => {
    const loaded = commands.flatMap((command) =>
      [...command.matchAll(/^build (\S+) \S+$/gm)].map(([, name = '']) => name),
    );
    const trial = readFileSync(at('helm/tandem/examples/rendered/trial.yaml'), 'utf8');
    const named = [...trial.matchAll(/image: ghcr\.io\/tandem\/([\w-]+):/g)].map(
      ([, name = '']) => name,
    );
    expect([...new Set(named)].sort()).toEqual([...loaded].sort());
  });

  it('compares with the last release, which needs the whole history', () => {
    const checkout = steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkout?.with).toEqual({ 'fetch-depth': 0 });
    expect(commands.join('\n')).toContain('npm run cluster -- ');
  });

  it('installs kind at an exact version', () => {
    expect(workflowNamed('cluster').env?.['KIND_VERSION']).toMatch(/^v\d+\.\d+\.\d+$/);
  });
});

it('the workflow names test files that exist', () => {
  const workflow = readFileSync(at('.github/workflows/ci.yaml'), 'utf8');
  const [, folder = '', names = ''] = /jest .* (\S+)\{([\w/,]+)\}\.test$/m.exec(workflow) ?? [];
  const files = names.split(',').map((name) => `${folder}${name}.test.ts`);
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(at(file)))).toEqual([]);
});
