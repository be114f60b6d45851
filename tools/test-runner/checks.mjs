import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../bootstrap/exec.mjs';
import { compiledWorkspaces, workspaces } from '../bootstrap/workspaces.mjs';
import { readJestReport, readPlaywrightReport } from './reports.mjs';
import { run, timeStep } from './step.mjs';

/** @typedef {import('./step.mjs').Outcome} Outcome */
/** @typedef {(show: (text: string) => void, signal: AbortSignal) => Promise<Outcome>} Check */

const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name);

/**
 * A check that is one command; what it prints is shown when it fails.
 * @param {string} name
 * @param {string[]} command
 * @param {string} [cwd]
 * @returns {Check}
 */
const command =
  (name, command, cwd = root) =>
  (show, signal) =>
    timeStep(name, async () => {
      const { code, output } = await run(command, { cwd, isAside: true, signal });
      if (code !== 0) show(`${name}:\n${output}`);
      return { code };
    });

/** The contracts of the main branch, to compare with. @param {string} folder @param {AbortSignal} signal */
const extractBaseline = async (folder, signal) => {
  for (const ref of ['main', 'origin/main']) {
    const hasProto = await run(['git', 'cat-file', '-e', `${ref}:proto/buf.yaml`], { signal });
    if (hasProto.code !== 0) continue;
    const archive = join(folder, 'proto.tar');
    await run(['git', 'archive', '-o', archive, ref, 'proto'], { signal });
    const unpacked = await run(['tar', '-xf', archive, '-C', folder], { signal });
    if (unpacked.code === 0) return ref;
  }
  return undefined;
};

/** @type {Check} */
const breaking = (show, signal) =>
  timeStep('contracts stay compatible', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tandem-baseline-'));
    try {
      const ref = await extractBaseline(folder, signal);
      if (!ref) return { code: 0, result: 'skipped', note: 'no git branch main to compare with' };
      const against = join(folder, 'proto');
      const { code, output } = await run([bin('buf'), 'breaking', '--against', against], {
        cwd: join(root, 'proto'),
        isAside: true,
        signal,
      });
      if (code !== 0) show(`contracts differ from ${ref} in a way that breaks:\n${output}`);
      return { code, note: `compared with ${ref}` };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

/** Folders with a project that only checks types. */
const typeOnlyProjects = () => {
  const compiled = compiledWorkspaces();
  return ['.', ...workspaces(), 'tools', 'deploy', 'web/e2e'].filter(
    (folder) => !compiled.includes(folder) && existsSync(join(root, folder, 'tsconfig.json')),
  );
};

/**
 * What the build compiled is compiled again, which writes nothing: the services may run meanwhile.
 * @type {Check}
 */
const types = (show, signal) =>
  timeStep('types', async () => {
    const projects = [
      [bin('tsc'), '-b', ...compiledWorkspaces()],
      ...typeOnlyProjects().map((folder) => [bin('tsc'), '-p', folder]),
    ];
    let failures = 0;
    for (const project of projects) {
      const { code, output } = await run(project, { isAside: true, signal });
      if (code === 0) continue;
      failures += 1;
      show(`${project.slice(1).join(' ')}:\n${output}`);
    }
    return { code: failures };
  });

/**
 * Typed linting keeps the program of every project it has met: one process for the whole tree needs more
 * than Node's default heap, so the tree is linted in parts. What no part names fails `lint of the rest`.
 */
const lintParts = {
  services: ['proto', 'services', 'gateway'],
  web: ['web'],
};

/** @param {string} name @param {readonly string[]} paths */
const lint = (name, paths) =>
  command(`lint of ${name}`, [bin('eslint'), ...paths, '--max-warnings', '0']);

const lintRest = lint('the rest', [
  '.',
  ...Object.values(lintParts)
    .flat()
    .flatMap((path) => ['--ignore-pattern', `${path}/**`]),
]);

/**
 * Checks of the sources, without running them. One after the other and at the lowest priority, so that
 * they run beside tests and take only the time in which those wait.
 */
export const sourceChecks = () => [
  command('contracts', [bin('buf'), 'lint'], join(root, 'proto')),
  breaking,
  command('coverage of the specification', [
    process.execPath,
    'tools/requirements/check-coverage.mjs',
  ]),
  command('format', [bin('prettier'), '--check', '.', '--log-level', 'warn']),
  types,
  lint('web', lintParts.web),
  lint('services', lintParts.services),
  lintRest,
];

/** @param {string} folder for reports @returns {Check} */
export const unitTests = (folder) => (_show, signal) =>
  timeStep('unit and component tests', async () => {
    const report = join(folder, 'jest.json');
    const { code } = await run(
      [process.execPath, bin('jest'), '--ci', '--json', '--outputFile', report],
      {
        env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings=ExperimentalWarning' },
        live: true,
        signal,
      },
    );
    return { code, ...readJestReport(report) };
  });

/** @param {string} folder for reports @returns {Check} */
export const browserTests = (folder) => (_show, signal) =>
  timeStep('browser tests', async () => {
    const report = join(folder, 'playwright.json');
    const { code } = await run([process.execPath, bin('playwright'), 'test'], {
      cwd: join(root, 'web'),
      env: { E2E_REPORT: report },
      live: true,
      signal,
    });
    return { code, ...readPlaywrightReport(report) };
  });
