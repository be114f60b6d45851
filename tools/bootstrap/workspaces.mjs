import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './exec.mjs';

/** Folders of the npm workspaces, from the root package.json: the one list of what there is. */
export const workspaces = () =>
  /** @type {{workspaces: string[]}} */ (
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  ).workspaces;

/** Workspaces that compile to Node programs and libraries, in no particular order. */
export const compiledWorkspaces = () =>
  workspaces().filter(
    (folder) =>
      /^(proto|gateway|services\/)/.test(folder) && existsSync(join(root, folder, 'tsconfig.json')),
  );
