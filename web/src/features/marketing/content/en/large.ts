import type { Facts } from '../../../../components/site/facts.js';
import { advertisedSizes } from '../../../../lib/texts/figures.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, freeSmall, interrupted, sendSteps, hasLimit } from './shared.js';

export const largePage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name } = facts.brand;
  return {
    key: 'large',
    title: `Send large files without uploading them | ${name}`,
    description: `How to send files of several gigabytes straight from your browser: how long it takes at your upload speed, what the recipient needs, and what happens if the connection drops.`,
    hero: {
      look: 'line',
      heading: 'Send large files at your full upload speed',
      lead: 'No queue, and no upload to finish before the download can start. Your recipient receives the file while you send it.',
      action: 'Send Large Files Now',
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'times',
        heading: 'How long it takes',
        intro:
          'Your upload speed is usually the bottleneck. Check your plan’s upload speed or run a speed test; it is often a tenth of the download speed.',
        gigabytes: [1, 5, 10, 50],
        speeds: [
          { megabits: 10, label: 'DSL' },
          { megabits: 40, label: 'Cable, 5G' },
          { megabits: 100, label: 'Fibre' },
          { megabits: 940, label: 'Gigabit, same office' },
        ],
        note: 'Size divided by speed: the best case. A distant recipient, busy Wi-Fi or a slow disk makes it slower. On the same local network, the data does not leave the building.',
      },
      {
        kind: 'figures',
        items: [
          {
            figure: advertisedSizes(facts).everywhere,
            text: hasLimit(facts)
              ? 'per file on every plan, in every current browser'
              : 'per file in every current browser',
          },
          {
            figure: advertisedSizes(facts).free,
            text: 'per transfer on the free plan, where the browser saves to disk',
          },
          { figure: advertisedSizes(facts).pro, text: 'per transfer on Pro' },
          { figure: '4 MiB', text: 'per block, each verified, saved and acknowledged' },
        ],
      },
      {
        kind: 'prose',
        heading: 'Why memory is not a limit',
        paragraphs: [
          'A 50 GB file does not fit into a browser’s memory, and it does not have to. It is read in blocks of 4 MiB. Each block is sent when the recipient has room for it, verified by checksum on arrival and written to disk.',
          'The sender never outruns a slow disk, and neither browser holds more than a few blocks, whatever the size of the file.',
        ],
      },
      sendSteps('Four steps, for 5 MB or 50 GB'),
      {
        kind: 'ledger',
        heading: 'Before you send a very large file',
        intro: 'Two minutes of preparation for two hours of transfer.',
        left: {
          title: 'Do',
          items: [
            'Connect the charger, and a network cable if you have one',
            'Keep the tab visible, or install the page as an app',
            'Ask the recipient to use Chrome or Edge: these ask where to save, and write a file that is too large for the browser’s storage straight to disk',
            'Check that the recipient has enough free disk space',
          ],
        },
        right: {
          title: 'Avoid',
          items: [
            'A phone on battery: when it sleeps, the page is paused',
            'A VPN, unless you need it: every detour costs speed',
            'Moving or renaming the file during the transfer',
          ],
        },
      },
      {
        kind: 'comparison',
        heading: 'Three ways to send a large file',
        columns: [name, 'Upload service', 'Email attachment'],
        rows: [
          {
            label: 'Limited by',
            cells: [
              hasLimit(facts) ? 'The limit of the plan' : 'Disk space and time',
              'The quota of the plan',
              '20 to 25 MB, as a rule',
            ],
          },
          {
            label: 'Waiting time',
            cells: ['Once', 'Upload, then download', 'Upload, then download'],
          },
          {
            label: 'Sender can go offline',
            cells: [
              { mark: 'no', text: 'No' },
              { mark: 'yes', text: 'After the upload' },
              { mark: 'yes', text: 'After sending' },
            ],
          },
        ],
      },
      {
        kind: 'faq',
        heading: 'Questions about large files',
        items: [
          interrupted,
          {
            question: 'Is there a size limit?',
            answer: `${hasLimit(facts) ? 'Yes.' : 'Not in the transfer.'} We support ${advertisedSizes(facts).everywhere} in every current browser, and ${advertisedSizes(facts).free} on the free plan and ${advertisedSizes(facts).pro} on Pro in browsers that save straight to disk.${hasLimit(facts) ? '' : ' Beyond these sizes, only disk space and time limit you.'}`,
          },
          {
            question: 'Should I compress first?',
            answer:
              'Videos, photos and archives are already compressed, so it saves nothing. Text, logs, raw scans and disk images shrink a lot and are worth compressing.',
          },
          bothOnline,
        ],
      },
    ],
    closing: {
      heading: 'Send and receive at the same time',
      text: 'No upload to wait for.',
    },
  };
};
