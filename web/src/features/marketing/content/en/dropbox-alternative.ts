import type { Facts } from '../../../../components/site/facts.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, freeSmall, recipientNeeds, sendSteps } from './shared.js';

export const dropboxAlternativePage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name } = facts.brand;
  return {
    key: 'dropboxAlternative',
    title: `A Dropbox alternative for sending files | ${name}`,
    description: `Dropbox keeps folders in sync. If you only want to give someone a file, you need no storage: ${name} sends it directly and keeps no copy.`,
    hero: {
      look: 'line',
      heading: 'You wanted to send a file, not rent storage',
      lead: 'Cloud storage is made for files you keep. To get a file to someone else in a few minutes, send it directly.',
      action: 'Get Started Free',
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'ledger',
        heading: 'Two different jobs',
        left: {
          title: `${name} is for sending`,
          items: [
            'A finished cut for a client on the phone',
            'Scans for a practice that needs them now',
            'A virtual machine for a colleague across the room',
            'Files that should not be stored anywhere else',
          ],
        },
        right: {
          title: 'Dropbox is for storing',
          items: [
            'Folders that several people work on',
            'The same files on all your devices',
            'Restoring old versions and deleted files',
            'A recipient who downloads next month',
          ],
        },
      },
      {
        kind: 'comparison',
        heading: 'For sending a file',
        columns: [name, 'Cloud storage such as Dropbox'],
        rows: [
          {
            label: 'Before you can share',
            cells: ['Choose the file', 'Upload or sync the whole file'],
          },
          {
            label: 'Counts against a quota',
            cells: ['Shares per month, not bytes', 'Every byte, until you delete it'],
          },
          {
            label: 'What remains afterwards',
            cells: ['An entry in your audit log', 'The file, its versions and a link'],
          },
          {
            label: 'Software to install',
            cells: [
              { mark: 'yes', text: 'None, only a browser' },
              { mark: 'partly', text: 'None, or an app for syncing' },
            ],
          },
          {
            label: 'Works while you are offline',
            cells: [
              { mark: 'no', text: 'Both of you must be online' },
              { mark: 'yes', text: 'Once the upload is complete' },
            ],
          },
        ],
      },
      sendSteps('Send it without a folder'),
      {
        kind: 'prose',
        heading: 'The forgotten link',
        paragraphs: [
          'Few shared folders are ever unshared. Years later, a link in an old email still opens them. A direct share expires on its own date, and its link gives access to nothing unless you are online.',
        ],
      },
      {
        kind: 'aside',
        heading: 'Keep your Dropbox',
        paragraphs: [
          `${name} has no folders, no sync, no history and no backup. It replaces the sending, not the storage. You can use both.`,
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
              'Yes, with up to 10,000 files. Choose it or drop it on the page. It is sent as one ZIP archive, created while it is sent, so it takes no space on your disk. Your recipient gets one file to unpack.',
          },
        ],
      },
    ],
    closing: {
      heading: 'Nothing to clean up afterwards',
      text: 'Send it, watch it arrive, close the tab.',
    },
  };
};
