import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exec, root } from './exec.mjs';
import { clearStamp, hashInputs, readStamp, writeStamp } from './stamp.mjs';
import { compiledWorkspaces } from './workspaces.mjs';

/**
 * A step of the build, as data.
 * @typedef {object} Step
 * @property {string} name
 * @property {string} says
 * @property {string[]} inputs files and folders, relative to the root
 * @property {RegExp} [settings] names of the environment variables that the output depends on
 * @property {string[]} outputs all must exist for the step to count as done
 * @property {(signal?: AbortSignal) => Promise<void>} run
 */

const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name);

/** @returns {Step} */
const generateProto = () => ({
  name: 'proto',
  says: 'Generating code from the contracts',
  inputs: [
    'package-lock.json',
    'proto/buf.yaml',
    'proto/buf.gen.yaml',
    'proto/rpc',
    'proto/events',
    'proto/signalling',
  ],
  outputs: ['proto/gen'],
  run: async (signal) => {
    await exec('Generating code from the contracts', bin('buf'), ['generate'], {
      cwd: join(root, 'proto'),
      signal,
    });
  },
});

/** @returns {Step} */
const compileServices = () => {
  const folders = compiledWorkspaces();
  return {
    name: 'services',
    says: 'Compiling the services',
    inputs: [
      'package-lock.json',
      'tsconfig.base.json',
      'proto/rpc',
      'proto/events',
      'proto/signalling',
      'proto/buf.gen.yaml',
      'proto/browser',
      'proto/events.ts',
      'proto/grant.ts',
      ...folders.flatMap((folder) => [
        `${folder}/tsconfig.json`,
        `${folder}/package.json`,
        `${folder}/src`,
      ]),
    ],
    outputs: folders.map((folder) => `${folder}/dist`),
    run: async (signal) => {
      await exec('Compiling the services', bin('tsc'), ['-b', ...folders], { signal });
    },
  };
};

/** @returns {Step} */
const buildWeb = () => ({
  name: 'web',
  says: 'Building the web application',
  inputs: [
    'package-lock.json',
    'tsconfig.base.json',
    'proto/browser',
    'proto/package.json',
    ...[
      'src',
      'public',
      'index.html',
      'package.json',
      'tsconfig.json',
      'vite.config.ts',
      'prerender.mjs',
    ].map((path) => `web/${path}`),
  ],
  settings:
    /^(PUBLIC_URL|ASSET_BASE|PRODUCT_\w+|SUPPORT_EMAIL|AUDIT_RETENTION_MONTHS|WRONG_PASSWORD_LIMIT|VITE_\w+)$/,
  outputs: ['web/dist/index.html', 'web/dist/landing/index.html'],
  run: async (signal) => {
    await exec('Building the web application', 'npm', ['run', 'build', '-w', 'web'], { signal });
  },
});

/**
 * The part of the environment that the step reads.
 * @param {Pick<Step, 'settings'>} step
 * @param {NodeJS.ProcessEnv} env
 */
export const settingsOf = ({ settings }, env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => settings?.test(name)));

/** @param {Step} step @param {string} hash */
const isDone = (step, hash) =>
  readStamp(step.name) === hash && step.outputs.every((path) => existsSync(join(root, path)));

/** @param {Step} step @param {(text: string) => void} say @param {AbortSignal} [signal] */
const runIfStale = async (step, say, signal) => {
  const hash = hashInputs(step.inputs, root, settingsOf(step, process.env));
  if (isDone(step, hash)) return;
  say(`${step.says} …`);
  clearStamp(step.name);
  await step.run(signal);
  writeStamp(step.name, hash);
};

/**
 * Builds what is stale. Services and web application side by side: both wait for the contracts only.
 * @param {(text: string) => void} say
 * @param {AbortSignal} [signal]
 */
export const buildAll = async (say, signal) => {
  await runIfStale(generateProto(), say, signal);
  await Promise.all([
    runIfStale(compileServices(), say, signal),
    runIfStale(buildWeb(), say, signal),
  ]);
};
