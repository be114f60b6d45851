import { readdirSync, readFileSync } from 'node:fs';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process ended between listing and reading
  }
};

const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      pid: Number(name),
      command: read(`/proc/${name}/cmdline`),
      parent: Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${name}/status`))?.[1] ?? 0),
    }));

/** The largest resident set, in bytes, among the renderers of the browser that runs on this profile. */
export const rendererRss = (profileDir: string): number => {
  const all = processes();
  const family = new Set(
    all.filter(({ command }) => command.includes(profileDir)).map(({ pid }) => pid),
  );
  for (let size = -1; size !== family.size;) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  const renderers = all.filter(
    ({ pid, command }) => family.has(pid) && command.includes('--type=renderer'),
  );
  return Math.max(
    0,
    ...renderers.map(
      ({ pid }) => Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024,
    ),
  );
};

/** Watch until told to stop; tells by how many bytes the peak passed the start. */
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
