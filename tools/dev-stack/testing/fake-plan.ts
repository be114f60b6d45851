import { fileURLToPath } from 'node:url';
import type { ChildSpec } from '../processes/child.js';
import { readPino } from '../processes/output.js';
import { whenPrinted } from '../processes/ready.js';

const script = fileURLToPath(new URL('fake-service.mjs', import.meta.url));

/** @param behaviour see fake-service.mjs */
export const fakeSpec = (
  name: string,
  behaviour: string,
  more: Partial<ChildSpec> = {},
): ChildSpec => ({
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
