import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from '../bootstrap/build-steps.js';
import { root } from '../bootstrap/exec.mjs';
import { compiledWorkspaces, workspaces } from '../bootstrap/workspaces.mjs';
import { readChaosReport, readJestReport, readPlaywrightReport } from './reports.js';
import { run, timeStep, type Outcome } from './step.js';

/** A check prints its errors with `printError`. */
export type Check = (printError: (text: string) => void, signal: AbortSignal) => Promise<Outcome>;

const bin = (name: string): string => join(root, 'node_modules/.bin', name);

/** A check that is one command; its output is printed when it fails. */
const command =
  (
    name: string,
    words: readonly string[],
    { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
  ): Check =>
  (printError, signal) =>
    timeStep(name, async () => {
      const { code, output } = await run(words, { cwd, env, isBackground: true, signal });
      if (code !== 0) printError(`${name}:\n${output}`);
      return { code };
    });

/** Extracts the contracts of the main branch to `folder`. Returns the branch, if there is one. */
const extractBaseline = async (
  folder: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
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

const compatibility: Check = (printError, signal) =>
  timeStep('compatibility of the contracts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tandem-baseline-'));
    try {
      const ref = await extractBaseline(folder, signal);
      if (!ref) return { code: 0, result: 'skipped', note: 'no branch main to compare with' };
      const { code, output } = await run(
        [bin('buf'), 'breaking', '--against', join(folder, 'proto')],
        { cwd: join(root, 'proto'), isBackground: true, signal },
      );
      if (code !== 0) printError(`incompatible with the contracts of ${ref}:\n${output}`);
      return { code, note: `compared with ${ref}` };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

/** Projects that are type checked without being compiled. */
const typeOnlyProjects = (): string[] => {
  const compiled = compiledWorkspaces();
  return ['.', ...workspaces(), 'tools', 'deploy', 'web/e2e'].filter(
    (folder) => !compiled.includes(folder) && existsSync(join(root, folder, 'tsconfig.json')),
  );
};

/** `tsc -b` after a build writes nothing, so services may run at the same time. */
export const types: Check = (printError, signal) =>
  timeStep('types', async () => {
    const projects = [
      compile('-b', ...compiledWorkspaces()),
      ...typeOnlyProjects().map((folder) => compile('-p', folder)),
    ];
    let failures = 0;
    for (const project of projects) {
      const { code, output } = await run(project, { isBackground: true, signal });
      if (code === 0) continue;
      failures += 1;
      printError(`${project.join(' ')}:\n${output}`);
    }
    return { code: failures };
  });

/** Static checks. Sequential and with the lowest priority: they run beside tests that wait a lot. */
export const sourceChecks = (): Check[] => [
  command('contracts', [bin('buf'), 'lint'], { cwd: join(root, 'proto') }),
  compatibility,
  command('requirements', [
    process.execPath,
    '--import',
    './tools/bootstrap/typescript.mjs',
    'tools/requirements/check-coverage.ts',
  ]),
  command('boundaries', [
    bin('depcruise'),
    '--config',
    '.dependency-cruiser.cjs',
    'proto',
    'services',
    'gateway',
    'web/src',
  ]),
  command('format', [bin('oxfmt'), '--check']),
  types,
  // One thread takes as long as two and needs half the processor time, because each thread checks the libraries' types
  // again.
  command('lint', [bin('oxlint')], { env: { GOMAXPROCS: '1', GOGC: '400' } }),
];

/** Printed by Jest for a worker that had to be killed: a test left a server, socket or timer behind. */
const killedWorker = 'A worker process has failed to exit gracefully';
/** Printed by a worker that names what tests have left open, and exits (tools/jest/leftovers.js). */
const heldWorker = 'A worker still runs after its last test';

/** @param folder for the report @param args passed to Jest */
export const unitTests =
  (folder: string, args: readonly string[] = []): Check =>
  (_printError, signal) =>
    timeStep('unit and component tests', async () => {
      const report = join(folder, 'jest.json');
      const { code, output } = await run(
        [process.execPath, bin('jest'), '--ci', '--json', '--outputFile', report, ...args],
        {
          // A larger young generation: collecting garbage took a twelfth of the component tests' time.
          env: {
            NODE_OPTIONS:
              '--experimental-vm-modules --no-warnings=ExperimentalWarning --max-semi-space-size=32',
          },
          live: true,
          signal,
        },
      );
      const counts = readJestReport(report);
      const note = 'a test left something open';
      if (output.includes(killedWorker)) return { ...counts, code: code || 1, note };
      return { code, ...counts, ...(output.includes(heldWorker) && { note }) };
    });

/** @param folder for the report @param args passed to Playwright */
export const browserTests =
  (folder: string, args: readonly string[] = [], name = 'browser tests'): Check =>
  (_printError, signal) =>
    timeStep(name, async () => {
      const report = join(folder, `${name}.json`);
      const { code } = await run([process.execPath, bin('playwright'), 'test', ...args], {
        cwd: join(root, 'web'),
        env: { E2E_REPORT: report, E2E_RUN: name.replaceAll(' ', '-') },
        live: true,
        signal,
      });
      return { code, ...readPlaywrightReport(report) };
    });

/**
 * The rounds of `npm run chaos` that a busy machine does not disturb, in two minutes with their starts; R7 has more
 * processes than fit into that time, and R8 compares times.
 */
export const chaos =
  (folder: string): Check =>
  (_printError, signal) =>
    timeStep('chaos', async () => {
      const report = join(folder, 'chaos');
      const { code } = await run(
        [
          ...[process.execPath, '--import', './tools/bootstrap/typescript.mjs'],
          ...['tools/chaos/main.ts', '--minutes', '1.4', '--busy', '--report', report],
          ...['--only', 'R2,R5,R10,R11,R12,R13'],
        ],
        { live: true, signal },
      );
      return { code, ...readChaosReport(join(report, 'chaos.json')) };
    });

/** By the tags of the tests (web/e2e/support/stack.ts). */
export const allBrowserTests = (folder: string) => ({
  /** Three keep two processors busy; a fourth only makes each of them slower. */
  together: browserTests(folder, ['--grep-invert', '@exclusive|@alone', '--workers', '3']),
  alone: browserTests(folder, ['--grep', '@exclusive|@alone'], 'browser tests alone'),
});
