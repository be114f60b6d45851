// Jest's native runtime with hooks that apply the breakages. The hooks registered last run first.
const { register } = require('node:module');
const { pathToFileURL } = require('node:url');
const NativeRuntime = require('../../jest/native-runtime.cjs');

register('./breaking-hooks.mjs', pathToFileURL(__filename));

module.exports = NativeRuntime;
