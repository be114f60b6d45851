import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Random } from '../../../tools/chaos/random.js';
import type { Network } from '../support/network/network.js';
import { killService } from '../support/stack.js';
import { suspend } from '../support/suspend.js';
import { hasSaved, ordinaryLine, type Person, type Recipient, type World } from './world.js';

/** Ends a disturbance that lasts. */
export type Undo = () => Promise<void>;

export interface Disturbance {
  readonly name: string;
  /** Resolves with what ends it, or with null if it has ended or could not begin. */
  begin(random: Random): Promise<Undo | null>;
}

const clickMs = 2_000;
const loadMs = 10_000;

/** The button may not be there in this moment: then nothing happens. @returns whether it was pressed */
const tryPress = async (page: Page, name: string): Promise<boolean> => {
  const button = page.getByRole('button', { name, exact: true }).first();
  if (!(await button.isVisible())) return false;
  return button.click({ timeout: clickMs }).then(
    () => true,
    () => false,
  );
};

/** Only Chromium lists its processes. */
const sleeping = (person: Person): Disturbance => ({
  name: `the computer of ${person.name} sleeps`,
  begin: async (random) => {
    const wake = await suspend(person.browser);
    await sleep(2_000 + random.below(10_000));
    wake();
    return null;
  },
});

/** What can happen to anybody. */
const ofPerson = (person: Person): Disturbance[] => [
  {
    name: `${person.name} pauses`,
    begin: async () => {
      if (!(await tryPress(person.page, 'Pause'))) return null;
      person.isPausing = true;
      return async () => {
        person.isPausing = false;
      };
    },
  },
  {
    name: `${person.name} reloads the page`,
    begin: async () => {
      // Without a network there is nothing to load; the person loads the page later.
      await person.page.reload({ timeout: loadMs, waitUntil: 'commit' }).catch(() => undefined);
      return null;
    },
  },
  {
    name: `the browser of ${person.name} reaches no server`,
    begin: async () => {
      const context = person.page.context();
      await context.setOffline(true);
      return () => context.setOffline(false);
    },
  },
  ...(person.browser.browserType().name() === 'chromium' ? [sleeping(person)] : []),
];

const ofRecipient = (recipient: Recipient): Disturbance[] => [
  ...ofPerson(recipient),
  {
    name: `${recipient.name} closes the tab and opens the link again`,
    begin: async () => {
      await recipient.replaceTab();
      return null;
    },
  },
];

const ofNetwork = (network: Network): Disturbance[] => [
  {
    name: 'the line between the browsers is cut',
    begin: async () => {
      network.cut();
      return async () => network.heal();
    },
  },
  {
    name: 'everybody changes the network',
    begin: async () => {
      network.change();
      return null;
    },
  },
  {
    name: 'the line becomes bad',
    begin: async (random) => {
      const lossRate = random.below(50) / 1_000;
      network.degrade({ lossRate, delayMs: 5 + random.below(95), mbit: 4 + random.below(12) });
      return async () => network.degrade(ordinaryLine);
    },
  },
];

const kill = (service: string): Disturbance => ({
  name: `${service} is killed`,
  begin: async () => {
    await killService(service);
    return null;
  },
});

const services = ['gateway', 'shares', 'identity', 'nats', 'signalling-1', 'signalling-2'];

/** Everything that may happen, each as likely as the others. */
export const disturbancesOf = ({ sender, recipients, network }: World): readonly Disturbance[] => [
  ...ofNetwork(network),
  ...ofPerson(sender),
  ...recipients.filter((recipient) => !hasSaved(recipient)).flatMap(ofRecipient),
  ...services.map(kill),
];
