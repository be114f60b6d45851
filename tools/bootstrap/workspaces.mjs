import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './exec.mjs';

/** Folders of the npm workspaces, as listed in the root package.json. */
export const workspaces = () =>
  /** @type {{workspaces: string[]}} */ (
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  ).workspaces;

/** Workspaces that `tsc -b` compiles to dist. */
export const compiledWorkspaces = () =>
  workspaces().filter(
    (folder) =>
      /^(proto|gateway|services\/)/.test(folder) && existsSync(join(root, folder, 'tsconfig.json')),
  );
