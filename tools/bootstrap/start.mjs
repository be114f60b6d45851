/**
 * `npm start`: installs and builds what is missing, then runs the whole product on this machine.
 * Runs on a fresh clone: static imports need only Node.
 */
import { claimPublicPort } from './launch/ports.mjs';
import { launch } from './launch/launch.mjs';
import { readSettings } from './launch/settings.mjs';
import { installDependencies, requireNode } from './install.mjs';

await launch(async ({ signal, onFatal }) => {
  const startedAt = performance.now();
  requireNode();
  // Fail on invalid settings before the installation, which takes minutes.
  const settings = readSettings(process.env);
  const port = await claimPublicPort(settings.port, settings.host);

  await installDependencies((text) => process.stdout.write(`${text}\n`), signal);
  await import('./typescript.mjs');
  const { start } = await import('../dev-stack/start.ts');
  return start({ port, startedAt, signal, onFatal });
});
