import type { Facts } from '../../../../components/site/facts.js';
import { advertisedSizes } from '../../../../lib/texts/figures.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, freeSmall, interrupted, sendSteps } from './shared.js';

export const versusPage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name } = facts.brand;
  return {
    key: 'versus',
    title: `${name} vs WeTransfer: direct transfer or upload and wait?`,
    description: `${name} sends a file from browser to browser; WeTransfer stores it for later. A fair comparison of speed, privacy and limits, and when to use which.`,
    hero: {
      look: 'line',
      heading: `${name} vs WeTransfer`,
      lead: 'One connects two people who are online at the same time. The other stores a file until it is picked up. Which is better depends on one question: is your recipient online?',
      action: `Try ${name} Free`,
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'routes',
        heading: 'One file, two routes',
        intro:
          'A file that takes 13 minutes to upload on your connection, sent to a recipient with an equally fast connection.',
        routes: [
          {
            name,
            legs: [{ label: 'You send, they receive', from: 0, to: 46, isOurs: true }],
            outcome: 'Delivered after 13 minutes',
          },
          {
            name: 'Upload service',
            legs: [
              { label: 'You upload', from: 0, to: 46 },
              { label: 'Email is read', from: 46, to: 54 },
              { label: 'They download', from: 54, to: 100 },
            ],
            outcome: 'Delivered after about 28 minutes',
          },
        ],
        note: 'Calculated, not measured: sending and receiving overlap, while upload and download happen one after the other. The difference shrinks if the recipient’s connection is much faster than yours.',
      },
      {
        kind: 'comparison',
        heading: 'Side by side',
        columns: [name, 'WeTransfer'],
        rows: [
          {
            label: 'Where the file is during the transfer',
            cells: ['On your device and theirs', 'On WeTransfer’s servers'],
          },
          {
            label: 'Sender can go offline',
            cells: [
              { mark: 'no', text: 'Only after delivery' },
              { mark: 'yes', text: 'After the upload' },
            ],
          },
          {
            label: 'Recipient can download later',
            cells: [
              { mark: 'partly', text: 'Until the share expires, while you are online' },
              { mark: 'yes', text: 'Until the transfer expires' },
            ],
          },
          {
            label: 'Password',
            cells: [{ mark: 'yes', text: 'Always, on every plan' }, 'Depends on the plan'],
          },
          {
            label: 'Access and download log',
            cells: [
              { mark: 'yes', text: 'Name, email, IP address, time' },
              'Download notices; details depend on the plan',
            ],
          },
          {
            label: 'Size per file, free',
            cells: [
              `Up to ${advertisedSizes(facts).free}`,
              'A few gigabytes; see their current plans',
            ],
          },
          {
            label: 'Account for the recipient',
            cells: ['Not needed', 'Not needed'],
          },
        ],
        note: 'WeTransfer’s plans and limits change. Check its own pages for current details.',
      },
      {
        kind: 'aside',
        heading: 'When WeTransfer is the better choice',
        paragraphs: [
          'Your recipient is in another time zone and will download the file tomorrow. Twenty people need it over the next week. You want to close your laptop now. In all of these cases a stored copy is the right choice.',
        ],
      },
      sendSteps(`Four steps with ${name}`),
      {
        kind: 'prose',
        heading: 'What changes when nothing is stored',
        paragraphs: [
          'There is no copy that could expire, be found through a leaked link next year, or be deleted under a provider’s policy. Once you close the tab, the file is only where you and your recipient keep it.',
          'There is also no storage to pay for, so the free plan counts shares, not gigabytes.',
        ],
      },
      {
        kind: 'faq',
        heading: 'Questions before you switch',
        items: [
          bothOnline,
          interrupted,
          {
            question: 'Can several people receive the same file?',
            answer:
              'Yes. Each recipient has their own connection and progress, and they share your upload speed. This works well for a handful of people; for hundreds, use a service that stores the file.',
          },
          {
            question: `Can ${name} read my files?`,
            answer:
              'Not over a protected link: data travels encrypted between the two browsers, and both detect a server between them. Our servers help them connect but do not receive the file. If no direct connection is possible, an optional relay forwards data it cannot decrypt. You still trust the page that we deliver; “What we can and cannot see” describes how to check it.',
          },
        ],
      },
    ],
    closing: {
      heading: 'Is your recipient online now?',
      text: 'Then send the file directly.',
    },
  };
};
