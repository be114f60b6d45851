import type { Facts } from '../../../../components/site/facts.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, freeSmall, interrupted, sendSteps, sizes } from './shared.js';

export const largePage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name } = facts.brand;
  return {
    key: 'large',
    title: `Send large files without uploading them | ${name}`,
    description: `How to send files of several gigabytes straight from your browser: how long it takes at your upload speed, what the other side needs, and what happens when the line breaks.`,
    hero: {
      look: 'line',
      heading: 'Send large files at the full width of your own line',
      lead: 'No queue, no upload bar that has to reach the end before anybody may start. The first bytes arrive while the last ones are still on your disk.',
      action: 'Send Large Files Now',
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'times',
        heading: 'How long it takes',
        intro:
          'Your upload speed decides, because that is the narrowest part of almost every way. Look for “upload” in your contract or in any speed test; it is often a tenth of the download.',
        gigabytes: [1, 5, 10, 50],
        speeds: [
          { megabits: 10, label: 'DSL' },
          { megabits: 40, label: 'Cable, 5G' },
          { megabits: 100, label: 'Fibre' },
          { megabits: 940, label: 'Gigabit, same office' },
        ],
        note: 'Size divided by speed, nothing else: the best case. A way through another country, a busy Wi-Fi or a slow disk makes it longer. In the same network the bytes do not leave the building.',
      },
      {
        kind: 'figures',
        items: [
          { figure: sizes.everywhere, text: 'per file in every current browser' },
          {
            figure: sizes.free,
            text: 'per transfer on the free plan, where the browser saves to disk',
          },
          { figure: sizes.pro, text: 'per transfer on Pro' },
          { figure: '4 MiB', text: 'is the piece that is checked, saved and confirmed at a time' },
        ],
      },
      {
        kind: 'prose',
        heading: 'Why your laptop does not run out of memory',
        paragraphs: [
          'A file of 50 GB does not fit into a browser’s memory, and it does not have to. It is read in pieces of 4 MiB. A piece leaves when the other side has room for it, is checked by its checksum on arrival and goes to the disk before the next ones follow.',
          'The sender therefore never runs ahead of a slow disk, and neither browser holds more than a few pieces, whatever the size of the file.',
        ],
      },
      sendSteps('Four steps, the same for 5 MB and 50 GB'),
      {
        kind: 'ledger',
        heading: 'Before you send something really large',
        intro: 'Two minutes of preparation for two hours of transfer.',
        left: {
          title: 'Do',
          items: [
            'Plug in the power, and the network cable if there is one',
            'Keep the tab in front, or install the page as an app',
            'Ask the recipient for Chrome or Edge if they have it: it asks where to save and writes straight to the disk',
            'Check that their disk has the room',
          ],
        },
        right: {
          title: 'Avoid',
          items: [
            'A phone on battery: it dims, then sleeps, then pauses the page',
            'A VPN on both sides, unless you need it: every detour costs speed',
            'Moving or renaming the file while it is being read',
          ],
        },
      },
      {
        kind: 'faq',
        heading: 'Large files, small print',
        items: [
          interrupted,
          {
            question: 'Is there a hard limit?',
            answer: `Not in the transfer. We stand behind ${sizes.everywhere} in every current browser, ${sizes.free} on the free plan and ${sizes.pro} on Pro with a browser that saves straight to disk. Beyond that the free space and the patience of both sides decide.`,
          },
          {
            question: 'Should I compress first?',
            answer:
              'Videos, photos and archives are compressed already: it costs time and gains nothing. Text, logs, raw scans and disk images shrink a lot and are worth it.',
          },
          bothOnline,
        ],
      },
    ],
    closing: {
      heading: 'The bar starts moving on both screens at once',
      text: 'That is the whole trick.',
    },
  };
};
