import type { Facts } from '../../../../components/site/facts.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, freeSmall, interrupted, sizes } from './shared.js';

export const versusPage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name } = facts.brand;
  return {
    key: 'versus',
    title: `${name} vs WeTransfer: direct transfer or upload and wait?`,
    description: `${name} sends a file from browser to browser; WeTransfer stores it for later. An even-handed comparison of speed, privacy, limits and the cases where each is the better tool.`,
    hero: {
      look: 'line',
      heading: `${name} vs WeTransfer`,
      lead: 'One is a line between two people who are online together. The other is a locker where a file waits. Which is better depends on a single question: is your recipient there?',
      action: `Try ${name} Free`,
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'routes',
        heading: 'The same file, two ways',
        intro:
          'A file that takes 13 minutes to leave your connection. Assume the recipient’s connection is as fast as yours.',
        routes: [
          {
            name,
            legs: [{ label: 'You send, they receive', from: 0, to: 46, isOurs: true }],
            outcome: 'There after 13 minutes',
          },
          {
            name: 'Upload service',
            legs: [
              { label: 'You upload', from: 0, to: 46 },
              { label: 'Mail is read', from: 46, to: 54 },
              { label: 'They download', from: 54, to: 100 },
            ],
            outcome: 'There after 26 minutes and a bit',
          },
        ],
        note: 'Arithmetic, not a benchmark: sending and receiving happen at once, uploading and downloading one after the other. With a recipient whose connection is much faster than yours the difference shrinks.',
      },
      {
        kind: 'comparison',
        heading: 'Side by side',
        columns: [name, 'WeTransfer'],
        rows: [
          {
            label: 'Where the file is meanwhile',
            cells: ['On your device, and arriving on theirs', 'On WeTransfer’s servers'],
          },
          {
            label: 'Sender may go offline',
            cells: [
              { mark: 'no', text: 'Not before it has arrived' },
              { mark: 'yes', text: 'After the upload' },
            ],
          },
          {
            label: 'Recipient can come later',
            cells: [
              { mark: 'partly', text: 'While the share lives and you are online' },
              { mark: 'yes', text: 'Until the transfer expires' },
            ],
          },
          {
            label: 'Password',
            cells: [{ mark: 'yes', text: 'Always, on every plan' }, 'Depends on the plan'],
          },
          {
            label: 'Log of who opened and received it',
            cells: [
              { mark: 'yes', text: 'Name, address, time, place' },
              'Download notices; details depend on the plan',
            ],
          },
          {
            label: 'Size per file, free',
            cells: [`Up to ${sizes.free}`, 'A few gigabytes; see their current plans'],
          },
          {
            label: 'Recipient’s account',
            cells: [
              { mark: 'yes', text: 'None needed' },
              { mark: 'yes', text: 'None needed' },
            ],
          },
        ],
        note: 'WeTransfer changes plans and limits now and then; what we say about it is what its way of working implies. Please check its own pages before you decide.',
      },
      {
        kind: 'aside',
        heading: 'When WeTransfer is the better choice',
        paragraphs: [
          'Your recipient is in another time zone and will look tomorrow. Twenty people should fetch the file over a week. You want to shut the laptop now. A stored copy is exactly right for all of these, and we will not pretend otherwise.',
        ],
      },
      {
        kind: 'prose',
        heading: 'What changes when nothing is stored',
        paragraphs: [
          'There is no copy to expire, to be found by a leaked link in a year, or to be deleted by somebody else’s policy. When you close the tab the file is as private as it was before.',
          'There is also no storage to pay for. That is why the free plan counts shares and not gigabytes.',
        ],
      },
      {
        kind: 'faq',
        heading: 'Questions people ask before they switch',
        items: [
          bothOnline,
          interrupted,
          {
            question: 'Can several people receive the same file?',
            answer:
              'Yes. Each gets a connection of their own and progress of their own, and all share your upload speed. For a handful of people that works well; for hundreds use a service that stores the file.',
          },
          {
            question: `Can ${name} read my files?`,
            answer:
              'No. Bytes travel encrypted between the two browsers. Our servers introduce them to each other and then are not part of the way. When no direct way exists, an optional relay passes on bytes it cannot decrypt.',
          },
        ],
      },
    ],
    closing: {
      heading: 'Is your recipient online now?',
      text: 'Then the shortest way is the direct one.',
    },
  };
};
