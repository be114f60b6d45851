import type { Facts } from '../../../../components/site/facts.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, freeSmall, gigabyte, recipientNeeds, sendSteps, sizes } from './shared.js';

export const gmailPage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name } = facts.brand;
  return {
    key: 'gmail',
    title: `File too big for Gmail? Send it directly | ${name}`,
    description: `Gmail stops at 25 MB. Mail the link instead and let the file travel from browser to browser. Attachment limits of the common mail services, and what to do about them.`,
    hero: {
      look: 'figure',
      figure: '25 MB',
      heading: 'File too big for Gmail? Mail the link, send the file',
      lead: '25 MB is all an attachment may have. A link has a few bytes. Put the link into the mail, and let the file take a road that was built for it.',
      action: 'Send Files Now',
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'scale',
        heading: 'What fits through which door',
        intro:
          'The largest attachment the common mail services accept. Each step of the scale is ten times the one before: drawn true to size, with one centimetre for Gmail, the last bar would be four metres long.',
        bars: [
          { label: 'Apple Mail', text: '20 MB', megabytes: 20 },
          { label: 'Gmail', text: '25 MB', megabytes: 25 },
          { label: 'Yahoo Mail', text: '25 MB', megabytes: 25 },
          { label: 'Outlook', text: '20–150 MB', megabytes: 150 },
          {
            label: `${name}, every browser`,
            text: sizes.everywhere,
            megabytes: 5 * gigabyte,
            isOurs: true,
          },
          {
            label: `${name}, Free`,
            text: sizes.free,
            megabytes: 10 * gigabyte,
            isOurs: true,
          },
        ],
        note: 'Mail encodes attachments as text, which makes them about a third larger. A file of 19 MB can already be too much for a limit of 25. Outlook’s limit depends on the account and its administrator.',
      },
      sendSteps('Your file is on its way in four steps'),
      {
        kind: 'comparison',
        heading: 'Four ways around the limit',
        columns: ['Direct link', 'Google Drive link', 'Split archive', 'Smaller file'],
        rows: [
          {
            label: 'Quality stays',
            cells: [
              { mark: 'yes', text: 'Bit for bit' },
              { mark: 'yes', text: 'Bit for bit' },
              { mark: 'yes', text: 'If all parts arrive' },
              { mark: 'no', text: 'That is the point of it' },
            ],
          },
          {
            label: 'Work for the recipient',
            cells: ['Link and password', 'Link, perhaps a sign-in', 'Join the parts', 'None'],
          },
          {
            label: 'Copy on a server',
            cells: [
              { mark: 'no', text: 'None' },
              { mark: 'yes', text: 'In your Drive' },
              { mark: 'yes', text: 'In two mailboxes' },
              { mark: 'yes', text: 'In two mailboxes' },
            ],
          },
          {
            label: 'Both online at once',
            cells: [
              { mark: 'yes', text: 'Needed' },
              { mark: 'no', text: 'Not needed' },
              { mark: 'no', text: 'Not needed' },
              { mark: 'no', text: 'Not needed' },
            ],
          },
        ],
      },
      {
        kind: 'prose',
        heading: 'A small habit that helps',
        paragraphs: [
          'Put the link into the mail and tell the password another way: by phone, in a chat, on a note. Whoever reads the mail by mistake then holds half a key. A share without its password opens nothing, and the file itself is not in the mail at all.',
        ],
      },
      {
        kind: 'faq',
        heading: 'From the mailbox',
        items: [
          {
            question: 'Gmail offers to put large files into Drive. Why not use that?',
            answer:
              'Use it when the recipient should fetch the file later and you have room in your Drive. Send directly when the file should not be stored, when Drive is full, or when you do not want to wait for an upload first.',
          },
          recipientNeeds,
          bothOnline,
        ],
      },
    ],
    closing: {
      heading: 'The message bounced. The file need not.',
      text: 'Create a share, paste its link into the same mail, and stay online for a moment.',
    },
  };
};
