import { fileURLToPath } from 'node:url';
import type { ChildSpec } from '../processes/child.js';
import { readPino } from '../processes/output.js';
import { whenPrinted } from '../processes/ready.js';
import { runTypeScript } from '../processes/run-typescript.js';

const script = fileURLToPath(new URL('fake-service.ts', import.meta.url));

/** @param behaviour see fake-service.ts */
export const fakeSpec = (
  name: string,
  behaviour: string,
  more: Partial<ChildSpec> = {},
): ChildSpec => ({
  name,
  ...runTypeScript(script, behaviour),
  env: {},
  tier: 1,
  ready: whenPrinted(/^READY$/),
  read: readPino,
  ...more,
});
