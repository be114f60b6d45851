import type { Facts } from '../../../../components/site/facts.js';
import { advertisedSizes } from '../../../../lib/texts/figures.js';
import { describeShares } from '../../../../lib/texts/policy.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, freeSmall, interrupted, recipientNeeds } from './shared.js';

export const tenGigabytesPage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name } = facts.brand;
  return {
    key: 'tenGigabytes',
    title: `Send a 10 GB file for free, browser to browser | ${name}`,
    description: `A 10 GB file is too large for email and most free upload services. Send it directly: what you need, how long it takes, and how to make sure that it arrives intact.`,
    hero: {
      look: 'figure',
      figure: '10 GB',
      heading: 'Send a 10 GB file for free',
      lead: '25 minutes of 4K video from a phone. A season of raw photographs. A game. Email rejects it, free upload services ask you to upgrade, and a USB stick by post takes two days.',
      action: 'Send 10 GB Free',
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'times',
        heading: '10 GB on your connection',
        intro: 'How long a 10 GB file takes, compared with smaller and larger ones.',
        gigabytes: [5, 10, 20],
        speeds: [
          { megabits: 20, label: '20 Mbit/s up' },
          { megabits: 50, label: '50 Mbit/s up' },
          { megabits: 200, label: '200 Mbit/s up' },
          { megabits: 940, label: 'Same office, gigabit' },
        ],
        note: 'Size divided by speed. What counts is the slower of your upload and the recipient’s download.',
      },
      {
        kind: 'steps',
        heading: 'How to send ten gigabytes',
        intro: 'The steps are the same as for a small file. It just takes longer to repeat them.',
        steps: [
          {
            title: 'Agree on a time',
            text: 'Both of you have to be online until it is done. The table above shows how long it takes.',
          },
          {
            title: 'Create the share',
            text: 'Choose the file. Nothing is uploaded, so even a 10 GB share is ready immediately. Send the link, and the password over another channel.',
          },
          {
            title: 'Let the recipient choose where to save',
            text: 'Chrome and Edge ask where to save. Where the browser’s storage has room for it, they keep the file there until it is complete, so that a reload continues, and then copy it: that takes twice the space. A larger one is written straight to the chosen file. Other browsers always use their own storage first.',
          },
          {
            title: 'Wait for the word “verified”',
            text: 'It appears after the recipient’s copy has been saved and verified by checksum. With a plain link the page says “complete” instead. Then close the tab.',
          },
        ],
      },
      {
        kind: 'comparison',
        heading: 'Other ways to send 10 GB',
        columns: [`${name}, Free`, 'Free upload services', 'Cloud drive', 'USB stick by post'],
        rows: [
          {
            label: '10 GB for free',
            cells: [
              { mark: 'yes', text: 'Yes' },
              { mark: 'no', text: 'Rarely' },
              { mark: 'partly', text: 'If your quota allows it' },
              { mark: 'partly', text: 'The price of the stick and postage' },
            ],
          },
          {
            label: 'Waiting time',
            cells: ['Once', 'Upload, then download', 'Upload, then download', 'Two days'],
          },
          {
            label: 'Copies left behind',
            cells: ['None', 'Until it expires', 'Until you delete it', 'On the stick'],
          },
          {
            label: 'Sender can go offline',
            cells: [
              { mark: 'no', text: 'No' },
              { mark: 'yes', text: 'After the upload' },
              { mark: 'yes', text: 'After the upload' },
              { mark: 'yes', text: 'Yes' },
            ],
          },
        ],
      },
      {
        kind: 'faq',
        heading: 'Questions about 10 GB transfers',
        items: [
          {
            question: 'Is it really free?',
            answer: `Yes, ${describeShares(facts.freeSharesPerMonth)} a month, each up to ${advertisedSizes(facts).free}. We store no files, so there is no storage to pay for.`,
          },
          interrupted,
          {
            question: 'Can I send more than 10 GB?',
            answer: `Yes, up to ${advertisedSizes(facts).pro} on Pro. The transfer works the same way; allow more time.`,
          },
          recipientNeeds,
          bothOnline,
        ],
      },
    ],
    closing: {
      heading: 'Ready when you are',
      text: 'Choose a file, and the share is ready in a second.',
    },
  };
};
