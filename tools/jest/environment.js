import { TestEnvironment } from 'jest-environment-node';
import { disableStorages } from './async-storage.js';
import { tuneContext } from './context.js';
import { trackLeftovers } from './leftovers.js';

/** Jest's environment of Node, tuned for speed. */
export default class NodeEnvironment extends TestEnvironment {
  #leftovers;

  async setup() {
    await super.setup();
    tuneContext(this.getVmContext());
    this.#leftovers = trackLeftovers(this.global);
  }

  handleTestEvent(event) {
    this.#leftovers.onEvent(event);
  }

  async teardown() {
    this.#leftovers?.closeAfterFailure();
    await super.teardown();
    disableStorages();
  }
}
