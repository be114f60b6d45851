// `npm start`: sets up what is missing, runs everything, and takes it away again at the end.
// Needs nothing but Node and npm: whatever is not installed yet is imported late.
import { join } from 'node:path';
import { banner } from '../dev-stack/banner.mjs';
import { openConsole } from '../dev-stack/run/console.mjs';
import { launch } from '../dev-stack/run/launch.mjs';
import { claimPublicPort } from '../dev-stack/processes/ports.mjs';
import { readSettings } from '../dev-stack/settings.mjs';
import { buildAll } from './build-steps.mjs';
import { installDependencies, requireNode } from './install.mjs';
import { startStack } from '../dev-stack/stack.mjs';

const console = openConsole({ all: process.env['LOGS'] === 'all' });

await launch(async ({ signal, onFatal }) => {
  const began = performance.now();
  requireNode();
  // What cannot work is said before minutes are spent on the set-up.
  const settings = readSettings(process.env);
  const port = await claimPublicPort(settings.port, settings.host);

  await installDependencies(console.print, signal);
  await buildAll(console.print, signal);
  console.print('Starting …');
  const stack = await startStack({ port, console, signal, onFatal });
  const seconds = (performance.now() - began) / 1_000;
  const logDir = settings.logDir ?? join(stack.runDir, 'logs');
  console.print(banner(stack, { seconds, logDir, paint: console.paint }));
  return stack;
}, console);
