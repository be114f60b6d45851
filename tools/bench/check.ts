/**
 * `npm run bench:check`: runs every benchmark once, with as little load as it accepts, to find out whether it still works.
 * Its figures mean nothing. Exits with 1 when a benchmark fails; prints the end of its output.
 */

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { root } from '../bootstrap/exec.mjs';

/** The script of `npm run`, the workspace that has it, and the settings that shorten it. */
const benchmarks: readonly [script: string, workspace: string, settings: NodeJS.ProcessEnv][] = [
  ['api', 'tools/bench', { BENCH_SECONDS: '1', BENCH_ROUNDS: '1', BENCH_WARM_UP: '50' }],
  ['changes', 'tools/bench', { BENCH_ROUNDS: '5' }],
  ['overload', 'tools/bench', { BENCH_SECONDS: '3', BENCH_STEP_SECONDS: '2' }],
  ['signalling', 'tools/bench', { BENCH_SECONDS: '1', BENCH_ROUNDS: '1', BENCH_IDLE: '200' }],
  ['capacity', 'tools/bench', { CAPACITY_PEERS: '100', CAPACITY_REQUESTS: '50' }],
  [
    'transfer',
    'tools/bench',
    { BENCH_MB: '4', BENCH_ROUNDS: '1', BENCH_ONLY: 'memory,disk,two,dialog,proof' },
  ],
  ['wan', 'tools/bench', { WAN_SECONDS: '3', WAN_ROUNDS: '1', WAN_CELLS: '20/20/0' }],
  ['interruptions', 'tools/bench', { INTERRUPTION_ROUNDS: '1' }],
  ['resume', 'tools/bench', { RESUME_ROUNDS: '1' }],
  ['bench:lists', 'web', {}],
];

const shownLines = 40;

const runs = async (
  script: string,
  workspace: string,
  settings: NodeJS.ProcessEnv,
): Promise<boolean> => {
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', script, '-w', workspace], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${script}: ${code === 0 ? 'runs' : `failed with code ${code}`}, ${seconds} s`);
  if (code !== 0) console.log(`${output}\n${errors}`.split('\n').slice(-shownLines).join('\n'));
  return code === 0;
};

let failures = 0;
for (const benchmark of benchmarks) if (!(await runs(...benchmark))) failures += 1;
process.exit(failures > 0 ? 1 : 0);
