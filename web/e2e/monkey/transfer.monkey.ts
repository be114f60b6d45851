import type { Page } from '@playwright/test';
import { lacksFirefox } from '../../../tools/bootstrap/install/programs.mjs';
import { createRandom, type Random } from '../../../tools/chaos/random.js';
import { startFirefox, type Firefox } from '../support/browsers.js';
import { exclusive, listServices, whenServiceReady } from '../support/stack.js';
import { expect, test as base } from '../support/test.js';
import { disturbancesOf, type Undo } from './disturbances.js';
import { attend } from './people.js';
import { hasSaved, openWorld, type Cast, type World } from './world.js';

/**
 * Sequences of random disturbances, each while one or two recipients receive a file. Whatever has happened, once it is
 * over the file arrives unchanged and the sender sees the downloads.
 *
 * `MONKEY_SEED`: of the first sequence; the following ones count on. The timing of browsers is not repeatable, so a
 * seed repeats what happens and when, but not always the result. `MONKEY_SEQUENCES`: default 10.
 */
const firstSeed = Number(process.env['MONKEY_SEED']);
const sequences = Number(process.env['MONKEY_SEQUENCES'] ?? 10);

const disturbancesPerSequence = 8;
/** From the end of the last disturbance until the file is saved, at most. */
const patienceMs = 180_000;

/** Begins disturbances and ends them, several at a time. */
const disturb = async (world: World, random: Random): Promise<void> => {
  const active = new Map<string, Undo>();
  const end = (name: string, undo: Undo): Promise<void> =>
    test.step(`${name}: over`, async () => {
      active.delete(name);
      await undo();
    });

  for (let count = 0; count < disturbancesPerSequence; count++) {
    await attend(world, 500 + random.below(4_000));
    if (world.recipients.every(hasSaved)) break;
    const ending = [...active];
    if (ending.length > 0 && random.next() < 0.5) await end(...random.oneOf(ending));
    const next = random.oneOf(disturbancesOf(world).filter(({ name }) => !active.has(name)));
    await test.step(next.name, async () => {
      const undo = await next.begin(random);
      if (undo !== null) active.set(next.name, undo);
    });
  }
  for (const [name, undo] of active) await end(name, undo);
};

const whenAllReady = async (): Promise<void> => {
  const names = Object.keys(await listServices());
  await Promise.all(names.map((name) => whenServiceReady(name)));
};

/** Of the only share on the sender's dashboard. */
const shownDownloads = async (page: Page): Promise<number> => {
  const texts = await page.getByText(/\b\d+ downloads?\b/).allTextContents();
  return Number(/(\d+) downloads?\b/.exec(texts[0] ?? '')?.[1] ?? 0);
};

/** Two seeds of five have somebody with a Firefox. */
const inFirefoxOf = (seed: number): Cast['inFirefox'] => {
  if (lacksFirefox()) return null;
  if (seed % 5 === 0) return 'the sender';
  return seed % 5 === 1 ? 'the first recipient' : null;
};

const test = base.extend<{ openFirefox: () => Promise<Firefox> }>({
  openFirefox: async ({ browserName: _ }, provide) => {
    const opened: Firefox[] = [];
    await provide(async () => {
      const firefox = await startFirefox();
      opened.push(firefox);
      return firefox;
    });
    for (const firefox of opened) await firefox.close();
  },
});

for (let seed = firstSeed; seed < firstSeed + sequences; seed++) {
  const inFirefox = inFirefoxOf(seed);
  const title = `the file arrives unchanged, seed ${seed}${inFirefox === null ? '' : `, ${inFirefox} in Firefox`}`;
  test(title, { tag: exclusive }, async ({ openBrowser, openFirefox }) => {
    const random = createRandom(seed);
    const recipients = ['Grace Recipient', 'Alan Recipient'].slice(0, 1 + random.below(2));
    const world = await test.step('a share', () =>
      openWorld({ recipients, inFirefox }, { openBrowser, openFirefox }));
    await test.step('disturbances', () => disturb(world, random));
    await test.step('the rest of the transfer', async () => {
      await whenAllReady();
      await attend(world, patienceMs);
      for (const { saved } of world.recipients) expect([...new Set(saved)]).toEqual([world.sha256]);
    });
    await expect
      .poll(() => shownDownloads(world.sender.page))
      .toBeGreaterThanOrEqual(recipients.length);
    await world.close();
  });
}
