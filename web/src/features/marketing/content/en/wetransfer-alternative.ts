import { describeWrongPasswords, type Facts } from '../../../../components/site/facts.js';
import { advertisedSizes } from '../../../../lib/texts/figures.js';
import { describeDays } from '../../../../lib/texts/policy.js';
import type { MarketingPage } from '../../content-types.js';
import { freeSmall, recipientNeeds, sendSteps } from './shared.js';

export const wetransferAlternativePage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name, slug } = facts.brand;
  return {
    key: 'wetransferAlternative',
    title: `A WeTransfer alternative that skips the upload | ${name}`,
    description: `Send files without uploading them first. ${name} connects two browsers directly, with a password and an audit log for every share.`,
    hero: {
      look: 'figure',
      figure: '0 uploads',
      heading: 'A WeTransfer alternative with no upload',
      lead: 'No server in between stores your file. It goes straight from your browser to theirs, in one step.',
      action: 'Get Started Free',
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'ledger',
        heading: 'What you get, what you give up',
        intro: 'A fair comparison has two columns.',
        left: {
          title: 'You get',
          items: [
            'Your recipient receives while you send: no second wait',
            `A password on every share, on every plan; ${describeWrongPasswords(facts)}`,
            'An audit log of accesses with IP address and time, and of downloads with name and email',
            'A checksum that verifies the received copy',
            `Up to ${advertisedSizes(facts).free} per transfer on the free plan, ${advertisedSizes(facts).pro} on Pro`,
          ],
        },
        right: {
          title: 'You give up',
          items: [
            'Sending now and closing your laptop',
            'A recipient who downloads it next Tuesday while you are offline',
            'A download page with wallpaper',
          ],
        },
      },
      sendSteps('From your disk to theirs in four steps'),
      {
        kind: 'link',
        text: 'The full comparison, including where WeTransfer is better:',
        label: `${name} vs WeTransfer`,
        href: `/${slug}-vs-wetransfer`,
      },
      {
        kind: 'comparison',
        heading: 'Direct or uploaded',
        columns: [name, 'Upload service'],
        rows: [
          {
            label: 'Until the file has arrived',
            cells: ['One transfer', 'An upload, then a download'],
          },
          {
            label: 'Copy on a server',
            cells: [
              { mark: 'yes', text: 'None' },
              { mark: 'no', text: 'Until the link expires' },
            ],
          },
          {
            label: 'Sender can go offline',
            cells: [
              { mark: 'no', text: 'No' },
              { mark: 'yes', text: 'After the upload' },
            ],
          },
        ],
      },
      {
        kind: 'prose',
        heading: 'Why people look for an alternative',
        paragraphs: [
          'There are three common reasons. The file exceeds the free limit. The file is confidential and must not be stored elsewhere. Or the deadline is now, and an upload followed by a download takes twice as long.',
          'All three have the same cause: the server in the middle. Without it there is no storage limit, no copy and no second wait. Both of you have to be online at the same time, which you usually are when a deadline is close.',
        ],
      },
      {
        kind: 'faq',
        heading: 'Questions',
        items: [
          recipientNeeds,
          {
            question: 'How long does a link last?',
            answer: `On the free plan ${describeDays(facts.expiryDays.free)}. On Pro you choose ${describeDays(facts.expiryDays.active)}, on ProForever ${describeDays(facts.expiryDays.proforever)}. You can stop a share at any time and restart it before it expires.`,
          },
          {
            question: 'Do I have to keep the tab open?',
            answer:
              'Yes, until the transfer is complete: the file comes from your browser. The page warns you before you close it by accident.',
          },
        ],
      },
    ],
    closing: {
      heading: 'Try it with the file you were about to upload',
      text: 'It should arrive before an upload would have finished.',
    },
  };
};
