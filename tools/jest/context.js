import { runInContext } from 'node:vm';

/**
 * What the language defines, and Buffer. Neither what fake timers replace (Date, performance) nor what tests stub
 * (fetch, crypto).
 */
const names = [
  ...['Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'BigInt', 'RegExp'],
  ...['Math', 'JSON', 'Reflect', 'Proxy', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'Promise'],
  ...['Error', 'AggregateError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'],
  ...['ArrayBuffer', 'DataView', 'Buffer', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray'],
  ...['Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array'],
  ...['BigInt64Array', 'BigUint64Array', 'Intl', 'isNaN', 'isFinite', 'parseInt', 'parseFloat'],
  ...['encodeURIComponent', 'decodeURIComponent'],
];

/** Jest's 100 cost more than the work in code that creates many errors, as React does for the owner of each element. */
const stackFrames = 30;

/**
 * Makes code in the context of a test environment nearly as fast as outside. Declares the intrinsics as constants: every
 * access to a property of such a context's global object calls Node's interceptors, which takes forty times as long. A
 * test can replace the methods of intrinsics, but not the intrinsics themselves.
 * @param {import('node:vm').Context | null} context
 */
export const tuneContext = (context) => {
  if (!context) return;
  runInContext(
    `const { ${names.join(', ')} } = globalThis; Error.stackTraceLimit = ${stackFrames};`,
    context,
  );
};
