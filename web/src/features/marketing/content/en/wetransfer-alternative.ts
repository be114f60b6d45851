import type { Facts } from '../../../../components/site/facts.js';
import type { MarketingPage } from '../../content-types.js';
import { freeSmall, recipientNeeds, sendSteps, sizes, wrongPasswords } from './shared.js';

export const wetransferAlternativePage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name, slug } = facts.brand;
  return {
    key: 'wetransferAlternative',
    title: `A WeTransfer alternative that skips the upload | ${name}`,
    description: `Send files without uploading them first. ${name} connects two browsers directly, with a password on every share and a record of who received what.`,
    hero: {
      look: 'figure',
      figure: '0 uploads',
      heading: 'A WeTransfer alternative without the “Trans”',
      lead: 'You do not hand the file to anybody who hands it on. It leaves your browser and arrives in theirs, in one movement.',
      action: 'Get Started Free',
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'ledger',
        heading: 'What you give up, what you get',
        intro: 'An alternative is only worth the name if it is honest about both columns.',
        left: {
          title: 'You get',
          items: [
            'The file arrives while it leaves: no second wait',
            `A password on every share, also on the free plan; ${wrongPasswords(facts)}`,
            'An audit log with name, address, time and place of every access',
            'A checksum comparison of both copies at the end',
            `Up to ${sizes.free} per transfer on the free plan, ${sizes.pro} on Pro`,
          ],
        },
        right: {
          title: 'You give up',
          items: [
            'Sending now and shutting the laptop',
            'A recipient who fetches it next Tuesday while you are away',
            'A landing page with wallpaper around your file',
          ],
        },
      },
      sendSteps('From your disk to theirs in four steps'),
      {
        kind: 'link',
        text: 'Every row of the comparison, including the ones we lose:',
        label: `${name} vs WeTransfer`,
        href: `/${slug}-vs-wetransfer`,
      },
      {
        kind: 'prose',
        heading: 'Why people look for an alternative at all',
        paragraphs: [
          'Mostly for one of three reasons. The file is over the free limit. The file is confidential, and a copy on a stranger’s disk is one copy too many. Or the deadline is now, and an upload followed by a download takes twice as long as it should.',
          'All three have the same root: the stop in the middle. Take the stop away and the limit, the copy and the second wait go with it. What remains is that both of you are there at the same time, which for a deadline that is now you usually are.',
        ],
      },
      {
        kind: 'faq',
        heading: 'Good to know',
        items: [
          recipientNeeds,
          {
            question: 'How long does a link live?',
            answer:
              'Seven days on the free plan. On Pro you choose 1 to 30 days, on ProForever 1 to 365. You can stop a share at any moment and restart it before it expires.',
          },
          {
            question: 'Do I have to keep the tab open?',
            answer:
              'Yes, until the last byte has arrived: your browser is the server. The page warns you before you close it by accident.',
          },
        ],
      },
    ],
    closing: {
      heading: 'Try it with the file you were about to upload',
      text: 'If it has not arrived by the time the upload would have finished, you have lost nothing.',
    },
  };
};
