import { screensLibraries } from './tools/jest/libraries.js';

/** The transform of TypeScript sources. @param {boolean} tsx */
const swc = (tsx) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx },
      transform: tsx ? { react: { runtime: 'automatic' } } : undefined,
    },
    module: { type: 'es6' },
  },
];

/** Without `roots`, each project would list all of node_modules. @param {string} folder */
const inRoot = (folder) => `<rootDir>/${folder}`;

const shared = {
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/web/e2e/'],
  modulePathIgnorePatterns: ['/dist/'],
};

/** Node loads the files, once per worker (docs/adr/0036-tests-share-modules.md). */
const native = {
  runtime: '<rootDir>/tools/jest/native-runtime.cjs',
  testEnvironment: '<rootDir>/tools/jest/native-environment.js',
  setupFiles: ['<rootDir>/tools/jest/fast-check.js'],
};

/** Three environments: Node for services and tools, Node for the transfer engine, jsdom for screens. */
export default {
  // It only ends what hangs: a busy machine may take many times as long as an idle one.
  testTimeout: 120_000,
  // On two processors: tests of the engine and of processes wait for more than half of their time.
  maxWorkers: 3,
  // `npm test` fails when a worker has to be killed; a busy machine takes longer than Jest's 500 ms to end one.
  workerGracefulExitTimeout: 20_000,
  testSequencer: '<rootDir>/tools/jest/sequencer.js',
  projects: [
    {
      ...shared,
      displayName: 'node',
      roots: ['proto', 'services', 'gateway', 'deploy', 'helm', 'tools'].map(inRoot),
      ...native,
      testMatch: ['<rootDir>/{proto,services,gateway,deploy,helm,tools}/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'engine',
      roots: [inRoot('web/src')],
      ...native,
      testMatch: ['<rootDir>/web/src/{transfer,lib}/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'web',
      roots: ['web/src', 'web/test'].map(inRoot),
      globalSetup: '<rootDir>/tools/jest/libraries.js',
      extensionsToTreatAsEsm: ['.ts', '.tsx'],
      transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
      resolver: '<rootDir>/tools/jest/resolver.cjs',
      testEnvironment: '<rootDir>/web/test/jsdom-environment.js',
      testEnvironmentOptions: {
        customExportConditions: ['@tandem/source', 'browser'],
      },
      testMatch: ['<rootDir>/web/{src,test}/**/*.test.tsx'],
      setupFiles: ['<rootDir>/web/test/setup.js'],
      moduleNameMapper: {
        ...screensLibraries,
        '\\.module\\.css$': '<rootDir>/web/test/css-module-stub.js',
        '\\.(css|svg|png)$': '<rootDir>/web/test/asset-stub.js',
      },
    },
  ],
};
