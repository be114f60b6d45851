import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { at } from '../../helm/test/lib/paths.js';

export interface Step {
  name?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
  'continue-on-error'?: boolean;
}

export interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  env?: Record<string, string>;
  jobs: Record<
    string,
    {
      uses?: string;
      with?: Record<string, unknown>;
      needs?: string | string[];
      permissions?: Record<string, string>;
      'timeout-minutes'?: number;
      env?: Record<string, string>;
      strategy?: { matrix: Record<string, unknown[]> };
      steps?: Step[];
    }
  >;
}

export const workflowNamed = (name: string) =>
  parse(readFileSync(at(`.github/workflows/${name}.yaml`), 'utf8')) as Workflow;

/**
 * Runs the scripts of steps in order, passing variables through `GITHUB_ENV` like the runner. Returns the content of that
 * file.
 */
export const runSteps = (steps: readonly Step[], home: string, given: Record<string, string>) => {
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
    if (status !== 0) throw new Error(`${run ?? ''}\n${stderr}`);
  }
  return readFileSync(file, 'utf8');
};
