// `npm start`: sets up what is missing, runs everything, and takes it away again at the end.
// Needs nothing but Node and npm: whatever is not installed yet is imported late.
import { join } from 'node:path';
import { banner } from './banner.mjs';
import { openConsole } from './run/console.mjs';
import { launch } from './run/launch.mjs';
import { claimPublicPort } from './run/ports.mjs';
import { readSettings } from './settings.mjs';
import { buildAll } from './setup/build-steps.mjs';
import { installDependencies, requireNode } from './setup/install.mjs';
import { startStack } from './stack.mjs';

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
