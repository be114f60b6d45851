import { PassThrough } from 'node:stream';
import { openConsole } from './console.js';

const open = (options: { all?: boolean } = {}) => {
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (chunk) => (text += String(chunk)));
  const console = openConsole({ stream: stream as unknown as NodeJS.WriteStream, ...options });
  return { console, lines: () => text.split('\n').filter((line) => line !== '') };
};
const warning = { level: 'warn' as const, text: 'request errored status=503' };

describe('the console of the launcher', () => {
  it('prints warnings with the name of the process and omits ordinary lines', () => {
    const { console, lines } = open();
    console.echo('gateway', '{"level":"info"}', undefined);
    console.echo('gateway', '{"level":"warn"}', warning);
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).toMatch(/^\d\d:\d\d:\d\d gateway: request errored status=503$/);
  });

  it('prints a repeated line once per process', () => {
    const { console, lines } = open();
    for (let caller = 0; caller < 100; caller++) console.echo('gateway', `${caller}`, warning);
    console.echo('shares', '', warning);
    expect(lines()).toHaveLength(2);
  });

  it('prints every line unchanged with LOGS=all', () => {
    const { console, lines } = open({ all: true });
    console.echo('gateway', 'listening', undefined);
    console.echo('gateway', 'listening', undefined);
    expect(lines().map((line) => line.slice(9))).toEqual([
      'gateway: listening',
      'gateway: listening',
    ]);
  });
});
