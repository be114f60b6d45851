import type { Facts } from '../../../../components/site/facts.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, freeSmall, recipientNeeds } from './shared.js';

export const dropboxAlternativePage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name } = facts.brand;
  return {
    key: 'dropboxAlternative',
    title: `A Dropbox alternative for handing over files | ${name}`,
    description: `Dropbox keeps folders in step. If you only want to give somebody a file, you need no storage: ${name} moves it directly and keeps nothing.`,
    hero: {
      look: 'line',
      heading: 'You wanted to hand over a file, not rent a cupboard',
      lead: 'Cloud storage is made for files that stay. For a file that should simply be at somebody else’s place in a few minutes, there is a shorter way.',
      action: 'Get Started Free',
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'ledger',
        heading: 'Two different jobs',
        left: {
          title: `${name} is for handing over`,
          items: [
            'A finished cut for the client who is on the phone',
            'Scans for the practice that is waiting for them',
            'A virtual machine for the colleague across the room',
            'Anything that should not lie around afterwards',
          ],
        },
        right: {
          title: 'Dropbox is for keeping',
          items: [
            'Folders that several people work on',
            'The same files on all your devices',
            'Old versions and deleted files that come back',
            'A recipient who looks in next month',
          ],
        },
      },
      {
        kind: 'comparison',
        heading: 'If handing over is the job',
        columns: [name, 'Cloud storage such as Dropbox'],
        rows: [
          {
            label: 'Before you can share',
            cells: ['Choose the file', 'Upload or sync the whole file'],
          },
          {
            label: 'Counts against a quota',
            cells: [
              { mark: 'no', text: 'Shares per month, not bytes' },
              { mark: 'yes', text: 'Every byte until you delete it' },
            ],
          },
          {
            label: 'Left behind afterwards',
            cells: ['An entry in your audit log', 'The file, its versions and a link'],
          },
          {
            label: 'Software to install',
            cells: [
              { mark: 'no', text: 'A browser on both sides' },
              { mark: 'partly', text: 'A browser, or an app for syncing' },
            ],
          },
          {
            label: 'Works while you are offline',
            cells: [
              { mark: 'no', text: 'Both of you have to be there' },
              { mark: 'yes', text: 'Yes, that is its strength' },
            ],
          },
        ],
      },
      {
        kind: 'prose',
        heading: 'The forgotten link',
        paragraphs: [
          'Most shared folders are never unshared. Years later a link in an old mail still opens them. With a direct transfer there is nothing to forget: a share ends by itself on its expiry date, and without you being online it leads to nothing even before.',
        ],
      },
      {
        kind: 'aside',
        heading: 'Keep your Dropbox',
        paragraphs: [
          `${name} has no folders, no sync, no history and no backup. It replaces the moment in which you hand something over, not the place in which you keep it. Many people use both.`,
        ],
      },
      {
        kind: 'faq',
        heading: 'Questions',
        items: [
          bothOnline,
          recipientNeeds,
          {
            question: 'Can I send a folder?',
            answer:
              'Yes. Choose or drop it, up to 10,000 files: it travels as one ZIP archive, put together while it is read, so it takes no space on your disk. Your recipient gets one file to unpack.',
          },
        ],
      },
    ],
    closing: {
      heading: 'Nothing to tidy up afterwards',
      text: 'Hand it over, see it arrive, close the tab.',
    },
  };
};
