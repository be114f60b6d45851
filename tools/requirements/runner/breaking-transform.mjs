// A Jest transform that applies the breakages. The cache stays valid for all other files.

import swc from '@swc/jest';
import { breakReadsOnce, breakSource } from './broken-sources.mjs';

breakReadsOnce();

/** @type {import('@jest/transform').TransformerFactory<import('@jest/transform').Transformer>} */
export default {
  createTransformer: (options) => {
    /** @type {any} */
    const inner = swc.createTransformer(/** @type {any} */ (options));
    return {
      canInstrument: false,
      process: (source, path, context) => inner.process(breakSource(source, path), path, context),
      processAsync: (source, path, context) =>
        inner.processAsync(breakSource(source, path), path, context),
      getCacheKey: (source, path, context) =>
        inner.getCacheKey(breakSource(source, path), path, context),
    };
  },
};
