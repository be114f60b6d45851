import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exec, root } from './exec.mjs';
import { clearStamp, hashInputs, readStamp, writeStamp } from './stamp.mjs';
import { compiledWorkspaces } from './workspaces.mjs';

interface Step {
  name: string;
  /** Subject of the progress line and of an error. */
  title: string;
  /** Files and folders, relative to the root. */
  inputs: string[];
  /** Names of the environment variables that the output depends on. */
  settings?: RegExp;
  /** All must exist for the step to count as done. */
  outputs: string[];
  command: string;
  args: string[];
  cwd?: string;
}

type Print = (text: string) => unknown;

const bin = (name: string): string => join(root, 'node_modules/.bin', name);

/**
 * TypeScript 7, installed under an alias: the package `typescript` is version 6, whose JavaScript API
 * dependency-cruiser uses.
 */
const compiler = join(root, 'node_modules/native-typescript/bin/tsc');

/**
 * The command that compiles or checks projects. Each checker checks the libraries' types again: on two processors the
 * default of four takes twice as long as one.
 * @param args of the compiler
 */
export const compile = (...args: readonly string[]): [string, ...string[]] => [
  compiler,
  ...args,
  '--checkers',
  '1',
];

const generateProto = (): Step => ({
  name: 'proto',
  title: 'Generating code from the contracts',
  inputs: [
    'package-lock.json',
    'proto/buf.yaml',
    'proto/buf.gen.yaml',
    'proto/rpc',
    'proto/events',
    'proto/signalling',
  ],
  outputs: ['proto/gen'],
  command: bin('buf'),
  args: ['generate'],
  cwd: join(root, 'proto'),
});

const compileServices = (): Step => {
  const folders = compiledWorkspaces();
  const [command, ...args] = compile('-b', ...folders);
  return {
    name: 'services',
    title: 'Compiling the services',
    inputs: [
      'package-lock.json',
      'tsconfig.base.json',
      'proto',
      ...folders.flatMap((folder) => [
        `${folder}/tsconfig.json`,
        `${folder}/package.json`,
        `${folder}/src`,
      ]),
    ],
    outputs: folders.map((folder) => `${folder}/dist`),
    command,
    args,
  };
};

/** The compiled workspaces that are processes. */
const bundleServices = (): Step => {
  const compiled = compileServices();
  const folders = compiledWorkspaces().filter((folder) =>
    existsSync(join(root, folder, 'src/main.ts')),
  );
  return {
    name: 'bundles',
    title: 'Bundling the services',
    inputs: ['tools/bundle', ...compiled.inputs],
    outputs: folders.map((folder) => `${folder}/dist/bundle/main.js`),
    command: process.execPath,
    args: ['tools/bundle/bundle.mjs', ...folders],
  };
};

const buildWeb = (): Step => ({
  name: 'web',
  title: 'Building the web application',
  inputs: [
    'package-lock.json',
    'tsconfig.base.json',
    'proto',
    ...[
      'src',
      'public',
      'index.html',
      'package.json',
      'tsconfig.json',
      'vite.config.ts',
      'prerender.mjs',
      'release',
    ].map((path) => `web/${path}`),
  ],
  settings:
    /^(PUBLIC_URL|ASSET_BASE|PRODUCT_\w+|SUPPORT_EMAIL|FREE_MONTHLY_SHARES|EXPIRY_DAYS_\w+|MAX_FILE_BYTES_\w+|AUDIT_RETENTION_MONTHS|WRONG_PASSWORD_LIMIT|TESTIMONIALS|IMPRINT_URL|STATUS_URL|SOURCE_URL|SECURITY_CONTACT|VITE_\w+)$/,
  outputs: ['web/dist/index.html', 'web/dist/landing/index.html'],
  command: 'npm',
  args: ['run', 'build', '-w', 'web'],
});

/** The environment variables that the step's output depends on. */
const settingsOf = (
  { settings }: Pick<Step, 'settings'>,
  env: NodeJS.ProcessEnv,
): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => settings?.test(name)));

const isDone = (step: Step, hash: string): boolean =>
  readStamp(step.name) === hash && step.outputs.every((path) => existsSync(join(root, path)));

const runIfStale = async (step: Step, print: Print, signal?: AbortSignal): Promise<void> => {
  const hash = hashInputs(step.inputs, root, settingsOf(step, process.env));
  if (isDone(step, hash)) return;
  print(`${step.title} …`);
  clearStamp(step.name);
  await exec(step.title, step.command, step.args, { cwd: step.cwd ?? root, signal });
  writeStamp(step.name, hash);
};

/** Builds what is stale. Services and web application build in parallel: both depend on the contracts only. */
export const buildAll = async (print: Print, signal?: AbortSignal): Promise<void> => {
  await runIfStale(generateProto(), print, signal);
  const buildServices = async () => {
    await runIfStale(compileServices(), print, signal);
    await runIfStale(bundleServices(), print, signal);
  };
  await Promise.all([buildServices(), runIfStale(buildWeb(), print, signal)]);
};
