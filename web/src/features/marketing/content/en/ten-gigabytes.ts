import type { Facts } from '../../../../components/site/facts.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, freeSmall, interrupted, recipientNeeds, sizes } from './shared.js';

export const tenGigabytesPage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name } = facts.brand;
  return {
    key: 'tenGigabytes',
    title: `Send a 10 GB file for free, browser to browser | ${name}`,
    description: `A 10 GB file is too much for mail and for most free upload services. Send it directly: what you need, how long it takes, and how to make sure that it arrives whole.`,
    hero: {
      look: 'figure',
      figure: '10 GB',
      heading: 'Send a 10 GB file, free of charge',
      lead: 'Two hours of 4K from a phone. A season’s photographs in raw. A game. Mail refuses it, free upload services ask for a plan, and a parcel with a USB stick takes two days.',
      action: 'Send 10 GB Free',
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'times',
        heading: '10 GB on your line',
        intro: 'The time for one file of 10 GB, next to smaller and larger ones.',
        gigabytes: [5, 10, 20],
        speeds: [
          { megabits: 20, label: '20 Mbit/s up' },
          { megabits: 50, label: '50 Mbit/s up' },
          { megabits: 200, label: '200 Mbit/s up' },
          { megabits: 940, label: 'Same office, gigabit' },
        ],
        note: 'Size divided by speed. The slower of your upload and the recipient’s download counts.',
      },
      {
        kind: 'steps',
        heading: 'A plan for ten gigabytes',
        intro: 'Nothing here is special to large files, except that a mistake costs more.',
        steps: [
          {
            title: 'Agree on a time',
            text: 'Both of you have to be online until it is done. The table above tells how long to reserve.',
          },
          {
            title: 'Create the share',
            text: 'Choose the file. Nothing is uploaded, so even 10 GB are ready at once. Send the link and, another way, the password.',
          },
          {
            title: 'Let the recipient choose a place',
            text: 'Chrome and Edge ask where to save and write straight there. In other browsers the file goes through the browser’s own storage first, so the disk needs some more free space.',
          },
          {
            title: 'Wait for the word “verified”',
            text: 'It appears after the recipient’s copy has been saved, counted and compared with yours by checksum. Only then close the tab.',
          },
        ],
      },
      {
        kind: 'comparison',
        heading: 'Other ways for 10 GB',
        columns: [`${name}, Free`, 'Free upload services', 'Cloud drive', 'USB stick by post'],
        rows: [
          {
            label: 'Accepts 10 GB without paying',
            cells: [
              { mark: 'yes', text: 'Yes' },
              { mark: 'no', text: 'Rarely' },
              { mark: 'partly', text: 'If the quota has room' },
              { mark: 'partly', text: 'Price of a stick' },
            ],
          },
          {
            label: 'Waiting',
            cells: ['Once', 'Upload, then download', 'Upload, then download', 'Two days'],
          },
          {
            label: 'Copies left',
            cells: ['None', 'Until it expires', 'Until you delete it', 'On the stick'],
          },
          {
            label: 'You may leave meanwhile',
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
        heading: 'Ten gigabytes, five questions',
        items: [
          {
            question: 'Is it really free?',
            answer: `Yes, ${facts.freeSharesPerMonth} shares a month, each up to ${sizes.free}. There is no storage behind it that we would have to pay for.`,
          },
          interrupted,
          {
            question: 'And more than 10 GB?',
            answer: `On Pro up to ${sizes.pro}. The transfer works the same way; you reserve more time.`,
          },
          recipientNeeds,
          bothOnline,
        ],
      },
    ],
    closing: {
      heading: 'Ready when you both are',
      text: 'Ten gigabytes are prepared in the second you choose them.',
    },
  };
};
