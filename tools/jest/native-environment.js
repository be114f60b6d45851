import { relative } from 'node:path';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { disableStorages } from './async-storage.js';
import { updateGlobals } from './jest-globals.js';
import { closeLeftovers, nameLeftoversAtEnd, noteLeftovers, openHandles } from './leftovers.js';

const testTimeout = Symbol.for('TEST_TIMEOUT_SYMBOL');

// Node keeps the inline source maps of the module hooks (native-runtime.cjs).
process.setSourceMapsEnabled(true);

const mocker = new ModuleMocker(globalThis);
nameLeftoversAtEnd();

/** @type {ModernFakeTimers} of the running test file */
let timers;

/**
 * What tests use of https://jestjs.io/docs/jest-object, without mocks of modules. One object for all files of a worker,
 * which import it once.
 */
const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  setTimeout: (ms) => {
    globalThis[testTimeout] = ms;
  },
  useFakeTimers: (options) => timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  setSystemTime: (time) => timers.setSystemTime(time),
  getTimerCount: () => timers.getTimerCount(),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
};

/** What test files and Jest change of the process. */
const stateOfProcess = () => ({
  env: { ...process.env },
  cwd: process.cwd(),
  exit: process.exit,
  console: globalThis.console,
});

/** @param {ReturnType<typeof stateOfProcess>} state */
const restoreProcess = ({ env, cwd, exit, console }) => {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  if (process.cwd() !== cwd) process.chdir(cwd);
  Object.assign(process, { exit });
  Object.assign(globalThis, { console });
};

/** @param {Record<string, PropertyDescriptor>} before properties of `globalThis`; libraries that were loaded since may have added some */
const restoreGlobals = (before) => {
  for (const [name, property] of Object.entries(before)) {
    const now = Object.getOwnPropertyDescriptor(globalThis, name);
    const isSame = now?.value === property.value && now?.get === property.get;
    if (property.configurable && !isSame) Object.defineProperty(globalThis, name, property);
  }
};

/**
 * Jest's `testEnvironment` for the native runtime: test files run in the worker's own context. What a file changes of
 * the process, the clock and its mocks is undone after it.
 */
export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = mocker;
  // Before a file loads, because one that does not load counts as failed.
  #hasFailed = true;
  #process = stateOfProcess();
  #globals = Object.getOwnPropertyDescriptors(globalThis);
  #handles = openHandles();
  #file;

  /**
   * @param {{ projectConfig: import('@jest/types').Config.ProjectConfig }} config
   * @param {{ testPath: string }} context
   */
  constructor({ projectConfig }, { testPath }) {
    this.#file = relative(projectConfig.rootDir, testPath);
    timers = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.fakeTimersModern = timers;
    Object.assign(globalThis, { jest });
    delete globalThis[testTimeout];
  }

  async setup() {}

  /** @param {{ name: string }} event of jest-circus */
  handleTestEvent({ name }) {
    if (name === 'setup') updateGlobals();
    if (name === 'run_start') this.#hasFailed = false;
    if (['test_fn_failure', 'hook_failure', 'error'].includes(name)) this.#hasFailed = true;
  }

  async teardown() {
    timers.dispose();
    mocker.restoreAllMocks();
    restoreGlobals(this.#globals);
    restoreProcess(this.#process);
    if (this.#hasFailed) closeLeftovers(this.#handles);
    else noteLeftovers(this.#handles, this.#file);
    disableStorages();
  }

  exportConditions() {
    return ['node'];
  }

  getVmContext() {
    return null;
  }
}
