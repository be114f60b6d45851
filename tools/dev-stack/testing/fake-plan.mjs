import { fileURLToPath } from 'node:url';
import { readPino } from '../processes/output.mjs';
import { whenPrinted } from '../processes/ready.mjs';

const script = fileURLToPath(new URL('fake-service.mjs', import.meta.url));

/**
 * @param {string} name
 * @param {string} behaviour see fake-service.mjs
 * @param {Partial<import('../processes/child.mjs').ChildSpec>} [more]
 * @returns {import('../processes/child.mjs').ChildSpec}
 */
export const fakeSpec = (name, behaviour, more = {}) => ({
  name,
  command: process.execPath,
  args: [script, behaviour],
  cwd: process.cwd(),
  env: {},
  tier: 1,
  ready: whenPrinted(/^READY$/),
  read: readPino,
  ...more,
});
