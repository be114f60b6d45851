/** Tabs of one profile receive the same content into one folder, and every copy that was handed over must stay. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { sha256 } from '../../../support/env.js';
import { installFakeOpfs, type FakeOpfs } from '../../../test/support/fake-opfs.js';
import { createOpfsSink, toDownloads } from '../opfs.js';
import { createLocalPort } from '../port.js';
import { dataSuffix, progressSuffix } from '../protocol.js';
import { createStoredFile } from '../stored-file.js';
import { createWritablePort } from '../writable.js';

const rounds = process.env['LONG_RUN'] ? 300 : 20;
const tabs = 6;
const announcedFile = { filename: 'a.bin', totalBytes: 8, fileId: 'same content' };
const blocks = ['abcd', 'efgh'].map((text) => new TextEncoder().encode(text));

/** Deterministic numbers in [0, 1): mulberry32. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const ports = {
  'with workers': () => Promise.resolve(createLocalPort(createStoredFile().answer)),
  'without workers': () => Promise.resolve(createWritablePort()),
};

let opfs: FakeOpfs;
beforeEach(() => {
  opfs = installFakeOpfs();
});
afterEach(() => opfs.remove());

/** Unfinished files of other transfers: the longer the folder, the longer a sweep. */
const fillFolder = (): void => {
  for (let index = 0; index < 20; index++) {
    opfs.files.set(`${'0'.repeat(38)}${index}${dataSuffix}`, new Uint8Array(1));
    opfs.files.set(`${'0'.repeat(38)}${index}${progressSuffix}`, new Uint8Array(40));
  }
};

const isWhole = (content: Uint8Array): boolean => Buffer.from(content).toString() === 'abcdefgh';

const receive = async (
  startPort: (typeof ports)['with workers'],
  pause: () => Promise<void>,
): Promise<void> => {
  const sink = createOpfsSink(
    startPort,
    toDownloads(() => undefined),
  );
  await pause();
  const offset = await sink.open(announcedFile);
  for (const block of blocks.slice(offset / 4)) {
    await pause();
    const bytes = block.slice();
    await sink.write(bytes);
    await sink.commit?.([await sha256(bytes)]);
  }
  await sink.close();
};

describe('many tabs of one profile', () => {
  it.each(Object.entries(ports))(
    'keeps every file handed to the downloads, %s',
    async (_, startPort) => {
      const total = { saved: 0, kept: 0 };
      for (let round = 0; round < rounds; round++) {
        opfs.files.clear();
        fillFolder();
        const random = randomFrom(round);
        const wait = async (turns: number): Promise<void> => {
          for (let left = Math.floor(random() * turns); left > 0; left--) await nextTurn();
        };
        opfs.turn = () => wait(3);
        const results = await Promise.allSettled(
          Array.from({ length: tabs }, () => receive(startPort, () => wait(60))),
        );
        total.saved += results.filter(({ status }) => status === 'fulfilled').length;
        total.kept += [...opfs.files.values()].filter(isWhole).length;
      }
      expect(total).toEqual({ saved: rounds * tabs, kept: rounds * tabs });
    },
  );
});
