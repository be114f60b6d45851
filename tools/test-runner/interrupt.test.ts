import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { firefox, lacksFirefox } from '../bootstrap/install/programs.mjs';
import { startSample, type Sample } from './samples/start-sample.js';

/** Time from the interrupt to the end of the last process. */
const limitMs = 5_000;
/** A busy machine takes longer; a process that is left behind never ends. */
const patienceMs = 60_000;

interface Process {
  pid: number;
  parent: number;
  /** Distinguishes the process from a later one with the same id. */
  startedAt: string;
  name: string;
}

/** Fields 4 and 22 of proc_pid_stat(5). Undefined for an ended process, including one not yet waited for. */
const readProcess = (pid: number): Process | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return undefined;
    return { pid, parent: Number(parent), startedAt: rest[17] ?? '', name };
  } catch {
    return undefined;
  }
};

const descendantsOf = (ancestor: number): Process[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  const found = all.filter(({ pid }) => pid === ancestor);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
};

const isRunning = ({ pid, startedAt }: Process): boolean =>
  readProcess(pid)?.startedAt === startedAt;

/** How long the processes took to end, and the names of those that did not. */
const ending = async (processes: readonly Process[]) => {
  const start = performance.now();
  const elapsedMs = () => performance.now() - start;
  while (processes.some(isRunning) && elapsedMs() < patienceMs) await delay(20);
  return { ms: elapsedMs(), survivors: processes.filter(isRunning).map(({ name }) => name) };
};

/** A terminal signals the whole group in the foreground; `kill` signals npm only. */
const interrupts = {
  'Ctrl-C': ({ pid }: Sample) => process.kill(-pid, 'SIGINT'),
  SIGTERM: ({ pid }: Sample) => process.kill(pid, 'SIGTERM'),
  'SIGKILL of npm': ({ pid }: Sample) => process.kill(pid, 'SIGKILL'),
} as const;

const started = {
  unit: ['jongodb', 'nats-server'],
  browser: ['chromium', ...(lacksFirefox() ? [] : [firefox]), 'sh'],
} as const;

describe('npm test ends within five seconds and leaves no process behind', () => {
  it.each([
    ['unit', 'Ctrl-C'],
    ['unit', 'SIGTERM'],
    ['unit', 'SIGKILL of npm'],
    ['browser', 'Ctrl-C'],
    ['browser', 'SIGTERM'],
    ['browser', 'SIGKILL of npm'],
  ] as const)('during the %s tests, after %s', async (part, interrupt) => {
    const interruptOne = async (): Promise<number> => {
      const sample = startSample(part, '{endless,empty}');
      try {
        await sample.whenReady;
        const processes = descendantsOf(sample.pid);
        const names = processes.map(({ name }) => name);
        expect(names).toEqual(expect.arrayContaining([...started[part]]));
        interrupts[interrupt](sample);
        const { ms, survivors } = await ending(processes);
        expect(survivors).toEqual([]);
        return ms;
      } finally {
        sample.dispose();
      }
    };
    // The best of several, to exclude delays of a busy machine.
    let bestMs = Infinity;
    for (let round = 0; round < 3 && bestMs >= limitMs; round += 1) {
      bestMs = Math.min(bestMs, await interruptOne());
    }
    expect(bestMs).toBeLessThan(limitMs);
  });
});
