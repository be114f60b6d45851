/** For prerender.mjs, which runs in Node: the variables of a deployment that public pages quote. */
export { quotedVariables, readQuoted } from '@tandem/proto/policy-settings';
