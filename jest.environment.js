import { TestEnvironment } from 'jest-environment-node';
import { tuneContext } from './jest.context.js';

/** Jest's environment of Node, tuned for speed. */
export default class NodeEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    tuneContext(this.getVmContext());
  }
}
