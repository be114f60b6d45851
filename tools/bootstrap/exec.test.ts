import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { exec } from './exec.mjs';

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('exec', () => {
  it('returns the output', async () => {
    expect(await exec('Greeting', '/bin/sh', ['-c', 'echo hello'])).toBe('hello\n');
  });

  it('reports the command, its exit code and its output when it fails', async () => {
    const attempt = exec('Building', '/bin/sh', ['-c', 'echo no such file; exit 3']);
    await expect(attempt).rejects.toMatchObject({ name: 'LaunchFault' });
    await expect(attempt).rejects.toThrow(/Building failed \(exit code 3\):\n\nno such file/);
  });

  it('reports a missing program as a fault', async () => {
    await expect(exec('Installing', '/nowhere/npm', [])).rejects.toMatchObject({
      name: 'LaunchFault',
    });
  });

  it('terminates the whole process group when aborted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'exec-test-'));
    const file = join(folder, 'pid');
    const interrupt = new AbortController();
    const script = `sh -c 'trap "" TERM; while :; do sleep 0.1; done' & echo $! > ${file}; wait`;
    const running = exec('Installing', '/bin/sh', ['-c', script], { signal: interrupt.signal });
    while (!existsSync(file) || readFileSync(file, 'utf8') === '') await delay(20);
    const grandchild = Number(readFileSync(file, 'utf8'));
    expect(isAlive(grandchild)).toBe(true);
    interrupt.abort(new Error('interrupted'));
    await expect(running).rejects.toThrow('interrupted');
    while (isAlive(grandchild)) await delay(20);
    expect(isAlive(grandchild)).toBe(false);
    rmSync(folder, { recursive: true, force: true });
  });

  it('leaves nothing running when a second Ctrl-C ends the program', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'exec-test-'));
    const file = join(folder, 'pid');
    const install = `trap "" TERM; echo $$ > ${file}; while :; do sleep 0.1; done`;
    const moduleOf = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
    const program = `
      import { exec } from ${moduleOf('exec.mjs')};
      import { interruptSignal } from ${moduleOf('interrupt.mjs')};
      const signal = interruptSignal();
      await exec('Installing', '/bin/sh', ['-c', ${JSON.stringify(install)}], { signal });`;
    const node = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      env: {},
      stdio: 'ignore',
    });
    while (!existsSync(file) || readFileSync(file, 'utf8') === '') await delay(20);
    const installing = Number(readFileSync(file, 'utf8'));
    // Signals in quick succession count as one key press.
    while (node.kill('SIGINT')) await delay(100);
    expect(node.exitCode).toBe(130);
    while (isAlive(installing)) await delay(20);
    rmSync(folder, { recursive: true, force: true });
  });
});
