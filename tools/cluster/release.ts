import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../bootstrap/exec.mjs';
import { run } from './commands.js';
import type { Options } from './options.js';

/** A chart to install, and the arguments that select its images. */
export interface Chart {
  title: string;
  /** Arguments of helm: the chart's reference and version. */
  reference: readonly string[];
  values: readonly string[];
}

const imageArgs = (
  { pullPolicy }: Options,
  registry: string | undefined,
  tag: string | undefined,
): string[] => [
  ...(registry === undefined ? [] : ['--set', `image.registry=${registry}`]),
  ...(tag === undefined ? [] : ['--set-string', `image.tag=${tag}`]),
  '--set',
  `image.pullPolicy=${pullPolicy}`,
];

/** The chart of this checkout. */
export const ownChart = (options: Options): Chart => ({
  title: 'this checkout',
  reference: [join(root, 'helm/tandem')],
  values: imageArgs(options, options.registry, options.tag),
});

/** The newest tag v* before this commit. Undefined in a repository without one. */
const lastTag = async (): Promise<string | undefined> => {
  const tags = await run(
    'git',
    ['tag', '--list', 'v*', '--merged', 'HEAD', '--no-contains', 'HEAD', '--sort=-v:refname'],
    { cwd: root },
  ).catch(() => '');
  return tags.split('\n').find((tag) => tag !== '');
};

const unpack = async (tag: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-release-'));
  const archive = join(folder, 'release.tar');
  // The chart contains links into deploy/.
  await run('git', ['archive', '--output', archive, tag, 'helm', 'deploy'], { cwd: root });
  await run('tar', ['-xf', archive, '-C', folder]);
  return join(folder, 'helm/tandem');
};

/** The release to upgrade from; undefined when there is none. */
export const earlierRelease = async (options: Options): Promise<Chart | undefined> => {
  const { from, fromVersion, fromRegistry, fromTag } = options;
  if (from !== undefined) {
    return {
      title: fromVersion === undefined ? from : `${from} ${fromVersion}`,
      reference: [from, ...(fromVersion === undefined ? [] : ['--version', fromVersion])],
      values: imageArgs(options, fromRegistry, fromTag),
    };
  }
  const tag = await lastTag();
  if (tag === undefined) return undefined;
  return {
    title: tag,
    reference: [await unpack(tag)],
    values: imageArgs(options, fromRegistry, fromTag ?? tag.replace(/^v/, '')),
  };
};
