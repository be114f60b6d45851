import { readdirSync, readFileSync } from 'node:fs';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process ended between listing and reading
  }
};

const list = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      pid: Number(name),
      command: read(`/proc/${name}/cmdline`),
      parent: Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${name}/status`))?.[1] ?? 0),
    }));

/** All processes of the browser with this profile. */
const family = (profileDir: string) => {
  const all = list();
  const pids = new Set(
    all.filter(({ command }) => command.includes(profileDir)).map(({ pid }) => pid),
  );
  for (let size = -1; size !== pids.size;) {
    size = pids.size;
    for (const { pid, parent } of all) if (pids.has(parent)) pids.add(pid);
  }
  return all.filter(({ pid }) => pids.has(pid));
};

/** The largest resident set, in bytes, of the renderers of the browser with this profile. */
const rendererRss = (profileDir: string): number =>
  Math.max(
    0,
    ...family(profileDir)
      .filter(({ command }) => command.includes('--type=renderer'))
      .map(
        ({ pid }) => Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024,
      ),
  );

/** Samples memory until stopped. Returns the largest growth of a browser in bytes. */
export const watchGrowth = (profileDirs: readonly string[]): (() => number) => {
  const start = profileDirs.map(rendererRss);
  const peak = [...start];
  const timer = setInterval(() => {
    profileDirs.forEach((dir, index) => {
      peak[index] = Math.max(peak[index] ?? 0, rendererRss(dir));
    });
  }, 500);
  return () => {
    clearInterval(timer);
    return Math.max(...peak.map((value, index) => value - (start[index] ?? 0)));
  };
};

/** The kernel counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** Processor seconds of all running processes of the browsers with these profiles. */
export const cpuSeconds = (profileDirs: readonly string[]): number => {
  let ticks = 0;
  for (const { pid } of profileDirs.flatMap(family)) {
    // After the command in parentheses: state is field 3, user and system time are fields 14 and 15.
    const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks / ticksPerSecond;
};
