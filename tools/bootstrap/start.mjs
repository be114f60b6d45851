/**
 * `npm start`: installs and builds what is missing, then runs the whole product on this machine.
 * Runs on a fresh clone: static imports need only Node.
 */

import { installDependencies } from './install/dependencies.mjs';
import { requireNode } from './install/node.mjs';
import { natsServer, requireProgram } from './install/programs.mjs';
import { together } from './install/together.mjs';
import { launch } from './launch/launch.mjs';
import { claimPublicPort } from './launch/ports.mjs';
import { readSettings } from './launch/settings.mjs';

await launch(async ({ signal, onFatal }) => {
  const startedAt = performance.now();
  /** @param {string} text */
  const print = (text) => process.stdout.write(`${text}\n`);
  await requireNode(print, signal);
  // Fail on invalid settings before the installation, which takes minutes.
  const settings = readSettings(process.env);
  const port = await claimPublicPort(settings.port, settings.host);

  await together(
    signal,
    (either) => installDependencies(print, either),
    (either) => (settings.natsUrl ? Promise.resolve() : requireProgram(natsServer, print, either)),
  );
  await import('./typescript.mjs');
  const { start } = await import('../dev-stack/start.ts');
  return start({ port, startedAt, signal, onFatal });
});
