/** A second working tree for building and testing broken sources in browsers. */

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compiledWorkspaces, workspaces } from '../../bootstrap/workspaces.mjs';
import type { Breakage } from '../breakage.mjs';
import { root } from '../files.js';

/** Creates a tree of HEAD with linked dependencies. */
export const createScratchTree = () => {
  const tree = join(mkdtempSync(join(tmpdir(), 'requirements-tree-')), 'tree');
  const inTree = (command: string, args: string[], cwd = tree): void => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${stdout}${stderr}`);
  };
  execFileSync('git', ['worktree', 'add', '--detach', '--quiet', tree, 'HEAD'], { cwd: root });

  const bring = (path: string, howToCopy: string): void => {
    if (!existsSync(join(root, path))) return;
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    execFileSync('cp', [howToCopy, join(root, path), join(tree, path)]);
  };
  for (const folder of ['.', ...workspaces()]) bring(join(folder, 'node_modules'), '-al');
  rmSync(join(tree, 'node_modules/.cache'), { recursive: true, force: true });

  const build = (): void => {
    inTree('npx', ['buf', 'generate'], join(tree, 'proto'));
    inTree('npx', ['tsc', '-b', ...compiledWorkspaces()]);
    inTree('npm', ['run', 'build', '-w', 'web']);
  };
  return {
    path: tree,
    build,
    /** Runs `work` while the sources are broken and built. */
    whileBroken: <Result>(breakage: Breakage, work: () => Result): Result => {
      const path = join(tree, breakage.file);
      const source = readFileSync(path, 'utf8');
      writeFileSync(
        path,
        source.replace(breakage.find, () => breakage.replace),
      );
      try {
        build();
        return work();
      } finally {
        writeFileSync(path, source);
      }
    },
    remove: (): void => {
      execFileSync('git', ['worktree', 'remove', '--force', tree], { cwd: root });
      rmSync(dirname(tree), { recursive: true, force: true });
    },
  };
};
