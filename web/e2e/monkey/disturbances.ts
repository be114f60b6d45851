import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../tools/chaos/random.js';
import { killService } from '../support/stack.js';
import { suspend } from '../support/suspend.js';
import { ordinaryLine, type Side, type World } from './world.js';

/** Ends a disturbance that lasts. */
export type Undo = () => Promise<void>;

export interface Disturbance {
  readonly name: string;
  /** Resolves with what ends it, or with null if it has ended or could not begin. */
  begin(world: World, random: Random): Promise<Undo | null>;
}

const clickMs = 2_000;
const loadMs = 10_000;

/** The button may not be there in this moment: then nothing happens. @returns whether it was pressed */
const tryPress = async (world: World, side: Side, name: string): Promise<boolean> => {
  const button = world.pages[side].getByRole('button', { name, exact: true }).first();
  if (!(await button.isVisible())) return false;
  return button.click({ timeout: clickMs }).then(
    () => true,
    () => false,
  );
};

const pause = (side: Side): Disturbance => ({
  name: `the ${side} pauses`,
  begin: async (world) => {
    if (!(await tryPress(world, side, 'Pause'))) return null;
    return async () => void (await tryPress(world, side, 'Resume'));
  },
});

const reload = (side: Side): Disturbance => ({
  name: `the ${side} reloads the page`,
  begin: async ({ pages }) => {
    // Without a network there is nothing to load; the persons load the page later.
    await pages[side].reload({ timeout: loadMs, waitUntil: 'commit' }).catch(() => undefined);
    return null;
  },
});

const offline = (side: Side): Disturbance => ({
  name: `the ${side}'s browser reaches no server`,
  begin: async ({ pages }) => {
    const context = pages[side].context();
    await context.setOffline(true);
    return () => context.setOffline(false);
  },
});

const fallAsleep = (side: Side): Disturbance => ({
  name: `the ${side}'s computer sleeps`,
  begin: async ({ browsers }, random) => {
    const wake = await suspend(browsers[side]);
    await sleep(2_000 + random.below(10_000));
    wake();
    return null;
  },
});

const kill = (service: string): Disturbance => ({
  name: `${service} is killed`,
  begin: async () => {
    await killService(service);
    return null;
  },
});

const services = ['gateway', 'shares', 'identity', 'nats', 'signalling-1', 'signalling-2'];

/** Everything that may happen to two persons during a transfer, each as likely as the others. */
export const disturbances: readonly Disturbance[] = [
  {
    name: 'the line between the browsers is cut',
    begin: async ({ network }) => {
      network.cut();
      return async () => network.heal();
    },
  },
  {
    name: 'one of them changes the network',
    begin: async ({ network }) => {
      network.change();
      return null;
    },
  },
  {
    name: 'the line becomes bad',
    begin: async ({ network }, random) => {
      const lossRate = random.below(50) / 1_000;
      network.degrade({ lossRate, delayMs: 5 + random.below(95), mbit: 4 + random.below(12) });
      return async () => network.degrade(ordinaryLine);
    },
  },
  {
    name: 'the recipient closes the tab and opens the link again',
    begin: async (world) => {
      await world.replaceRecipientTab();
      return null;
    },
  },
  ...(['sender', 'recipient'] as const).flatMap((side) => [
    pause(side),
    reload(side),
    offline(side),
    fallAsleep(side),
  ]),
  ...services.map(kill),
];
