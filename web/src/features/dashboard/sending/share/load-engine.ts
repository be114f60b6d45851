import { loadCode } from '../../../../lib/code-not-loaded.js';
import type { createDeviceLimit, createSender, identifyFile } from '../../../../transfer/index.js';

/** What the dashboard uses of the engine. */
interface Engine {
  createSender: typeof createSender;
  createDeviceLimit: typeof createDeviceLimit;
  identifyFile: typeof identifyFile;
}

let load = (): Promise<Engine> => import('../../../../transfer/index.js');

/** For tests: another engine. */
export const setEngineLoader = (loader: typeof load): void => {
  load = loader;
};

/**
 * Loads the engine, a chunk of its own that the dashboard does not wait for.
 *
 * @throws CodeNotLoaded
 */
export const loadEngine = (): Promise<Engine> => loadCode(() => load());
