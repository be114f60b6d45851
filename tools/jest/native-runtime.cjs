const { register } = require('node:module');
const { pathToFileURL } = require('node:url');

register('./module-hooks.mjs', pathToFileURL(__filename));

const circus = require.resolve('jest-circus/runner').replace(/runner\.js$/, 'jestAdapterInit.js');
/** Where jest-circus keeps the handlers of its events. */
const handlers = Symbol.for('EVENT_HANDLERS');

/**
 * Jest's `runtime` for tests of services, tools and the engine: it loads test files with Node's own `import`. Jest's
 * own runtime evaluates every module again for each test file, in a VM context where code is slower; here a worker
 * loads a module once. The price is that the test files of a worker share the state of modules (docs/style.md).
 */
module.exports = class NativeRuntime {
  #mocker;

  constructor(_config, environment) {
    this.#mocker = environment.moduleMocker;
    // jest-circus keeps the tests of a file in its module.
    delete require.cache[circus];
    delete globalThis[handlers];
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }

  requireModule(path) {
    return require(path);
  }

  requireInternalModule(path) {
    return require(path);
  }

  setGlobalsForRuntime() {}

  enterTestCode() {}

  leaveTestCode() {}

  clearAllMocks() {
    this.#mocker.clearAllMocks();
  }

  resetAllMocks() {
    this.#mocker.resetAllMocks();
  }

  restoreAllMocks() {
    this.#mocker.restoreAllMocks();
  }

  resetModules() {
    throw new Error('Modules are shared by test files. Use the project `web`.');
  }

  /** Node maps stacks itself. */
  getSourceMaps() {
    return new Map();
  }

  getAllCoverageInfoCopy() {}

  teardown() {}
};
