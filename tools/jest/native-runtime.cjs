const { findSourceMap, register } = require('node:module');
const { pathToFileURL } = require('node:url');

register('./module-hooks.mjs', pathToFileURL(__filename));

const circus = require.resolve('jest-circus/runner').replace(/runner\.js$/, 'jestAdapterInit.js');
/** Where jest-circus keeps the handlers of its events. */
const handlers = Symbol.for('EVENT_HANDLERS');

/** @type {Map<string, string | undefined>} */
const mapUrls = new Map();

/** @param {string} url */
const mapUrlOf = (url) => {
  const map = findSourceMap(url);
  if (!map) return undefined;
  const json = Buffer.from(JSON.stringify(map.payload));
  return `data:application/json;base64,${json.toString('base64')}`;
};

/** Jest writes the stacks and looks up source maps here; Node keeps those of the module hooks. */
const sourceMaps = {
  /** @param {string} url */
  get: (url) => {
    if (!url.endsWith('.ts')) return undefined;
    if (!mapUrls.has(url)) mapUrls.set(url, mapUrlOf(url));
    return mapUrls.get(url);
  },
  *[Symbol.iterator]() {},
};

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

  getSourceMaps() {
    return sourceMaps;
  }

  getAllCoverageInfoCopy() {}

  teardown() {}
};
