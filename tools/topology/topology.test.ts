import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { root } from '../bootstrap/exec.mjs';
import { renderedFiles, renderFile } from './render.js';
import { replaceSection } from './sections.js';
import { jetstream, parseServices, servicesFile } from './services.js';

const text = readFileSync(join(root, servicesFile), 'utf8');

/** The file with one change. */
const changed = (change: (services: Record<string, Record<string, unknown>>) => void): string => {
  const file = parse(text) as { services: Record<string, Record<string, unknown>> };
  change(file.services);
  return stringify(file, { aliasDuplicateObjects: false });
};

describe('deploy/services.yaml', () => {
  it.each<[string, Parameters<typeof changed>[0], RegExp]>([
    ['an unknown key', ({ shares }) => Object.assign(shares ?? {}, { port: 1 }), /port/],
    ['an unknown need', ({ shares }) => Object.assign(shares ?? {}, { needs: ['mail'] }), /needs/],
    [
      'a call to an unknown service',
      ({ gateway }) => Object.assign(gateway ?? {}, { calls: ['mail'] }),
      /calls mail/,
    ],
    [
      'a call to a service without an address',
      ({ gateway }) => Object.assign(gateway ?? {}, { calls: ['web'] }),
      /calls web/,
    ],
    ['an rpc service without an address', ({ shares }) => delete shares?.['address'], /address/],
    [
      'a consumer of a stream that does not exist',
      ({ audit }) => Object.assign(audit ?? {}, { consumes: ['web'] }),
      /consumes web/,
    ],
    [
      'an observed subject without a publisher',
      ({ gateway }) => Object.assign(gateway ?? {}, { observes: ['audit.entry.removed.v1'] }),
      /observes audit\.entry\.removed\.v1/,
    ],
    [
      'a hint under the name of another service',
      ({ audit }) => Object.assign(audit ?? {}, { hints: ['shares.entry.stored.v1'] }),
      /shares\.entry\.stored\.v1 does not begin/,
    ],
    [
      'a question under the name of another service',
      ({ audit }) => Object.assign(audit ?? {}, { asks: ['shares.entry.asked.v1'] }),
      /shares\.entry\.asked\.v1 does not begin/,
    ],
    [
      'a reply to a question that no service asks',
      ({ shares }) => Object.assign(shares ?? {}, { confirms: ['audit.entry.asked.v1'] }),
      /confirms audit\.entry\.asked\.v1/,
    ],
  ])('rejects %s', (_what, change, fault) => {
    expect(() => parseServices(changed(change))).toThrow(fault);
  });

  it('yields a stream per publisher and a consumer per reader and source', () => {
    expect(jetstream).toEqual({
      streams: ['identity', 'shares', 'billing', 'analytics', 'dead'],
      consumers: [
        { source: 'billing', durable: 'shares' },
        { source: 'identity', durable: 'shares' },
        { source: 'identity', durable: 'billing' },
        { source: 'shares', durable: 'audit' },
        { source: 'identity', durable: 'audit' },
        { source: 'identity', durable: 'analytics' },
        { source: 'billing', durable: 'analytics' },
        { source: 'shares', durable: 'analytics' },
      ],
    });
  });
});

describe('sections rendered from it', () => {
  it.each(renderedFiles)('%s is up to date: run npm run topology', async (file) => {
    expect(readFileSync(join(root, file), 'utf8')).toBe(await renderFile(file));
  });

  it('replaces only what lies between the markers, with their indentation', () => {
    const section = { file: 'a.yaml', name: 'list', render: () => '- new\n- list' };
    const marked = (content: string) =>
      `before\n  # begin: list, rendered\n${content}\n  # end: list\nafter\n`;
    expect(replaceSection(marked('  - old'), section)).toBe(marked('  - new\n  - list'));
  });

  it('rejects a file without the markers', () => {
    const section = { file: 'a.yaml', name: 'list', render: () => '' };
    expect(() => replaceSection('list: []\n', section)).toThrow('a.yaml: no section "list"');
  });
});
