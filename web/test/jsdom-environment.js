import { TestEnvironment } from 'jest-environment-jsdom';
import { disableStorages } from '../../tools/jest/async-storage.js';
import { tuneContext } from '../../tools/jest/context.js';
import { computeStylesLazily, indexStyleRules } from './selectors/computed-style.js';

indexStyleRules();

/** Node's ports would keep the process alive after the last test. */
class TestMessageChannel {
  constructor() {
    this.port1 = { onmessage: null, close() {}, postMessage: (data) => deliver(this.port2, data) };
    this.port2 = { onmessage: null, close() {}, postMessage: (data) => deliver(this.port1, data) };
  }
}

const deliver = (port, data) => setTimeout(() => port.onmessage?.({ data }), 0).unref();

/** jsdom has no fetch: adds Node's, which resolves relative URLs against the page. */
export default class BrowserLikeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    // Before the set-up files, which wrap the function.
    computeStylesLazily(this.global);
  }

  async setup() {
    await super.setup();
    const { global } = this;
    const absolute = (input) =>
      typeof input === 'string' ? new URL(input, global.location.href).href : input;
    class BrowserRequest extends Request {
      constructor(input, init) {
        super(absolute(input), init);
      }
    }
    Object.assign(global, {
      fetch: (input, init) => fetch(absolute(input), init),
      Request: BrowserRequest,
      Response,
      Headers,
      // Node's Request accepts no other signals than Node's own.
      AbortController,
      AbortSignal,
      ReadableStream,
      structuredClone,
      MessageChannel: TestMessageChannel,
    });
    tuneContext(this.getVmContext());
  }

  async teardown() {
    await super.teardown();
    disableStorages();
  }
}
