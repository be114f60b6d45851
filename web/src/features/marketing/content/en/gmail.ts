import type { Facts } from '../../../../components/site/facts.js';
import { advertisedMegabytes, advertisedSizes } from '../../../../lib/texts/figures.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, freeSmall, hasLimit, recipientNeeds, sendSteps } from './shared.js';

export const gmailPage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name } = facts.brand;
  return {
    key: 'gmail',
    title: `File too big for Gmail? Send it directly | ${name}`,
    description: `Gmail stops at 25 MB. Email a link instead and send the file from browser to browser. The attachment limits of common mail services, and how to get around them.`,
    hero: {
      look: 'figure',
      figure: '25 MB',
      heading: 'File too big for Gmail? Email a link instead',
      lead: 'Gmail stops at 25 MB. Email a link instead, and the file goes straight from your browser to theirs.',
      action: 'Send Files Now',
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'scale',
        heading: 'Attachment limits compared',
        intro:
          'The largest attachment each mail service accepts, on a logarithmic scale: each step is ten times the one before.' +
          (hasLimit(facts)
            ? ''
            : ' On a linear scale with one centimetre for Gmail, the last bar would be four metres long.'),
        bars: [
          { label: 'Apple Mail', text: '20 MB', megabytes: 20 },
          { label: 'Gmail', text: '25 MB', megabytes: 25 },
          { label: 'Yahoo Mail', text: '25 MB', megabytes: 25 },
          { label: 'Outlook', text: '20–150 MB', megabytes: 150 },
          {
            label: `${name}, every browser`,
            text: advertisedSizes(facts).everywhere,
            megabytes: advertisedMegabytes(facts).everywhere,
            isOurs: true,
          },
          {
            label: `${name}, Free`,
            text: advertisedSizes(facts).free,
            megabytes: advertisedMegabytes(facts).free,
            isOurs: true,
          },
        ],
        note: 'Mail encodes attachments as text, which makes them about a third larger. A 19 MB file can exceed a limit of 25 MB. Outlook’s limit depends on the account and its administrator.',
      },
      sendSteps('Send your file in four steps'),
      {
        kind: 'comparison',
        heading: 'Four ways around the limit',
        columns: ['Direct link', 'Google Drive link', 'Split archive', 'Smaller file'],
        rows: [
          {
            label: 'Original quality',
            cells: [
              { mark: 'yes', text: 'Bit for bit' },
              { mark: 'yes', text: 'Bit for bit' },
              { mark: 'partly', text: 'If all parts arrive' },
              { mark: 'no', text: 'Reduced' },
            ],
          },
          {
            label: 'Work for the recipient',
            cells: ['Link and password', 'Link, perhaps a sign-in', 'Join the parts', 'None'],
          },
          {
            label: 'Copy on a server',
            cells: ['None', 'In your Drive', 'In two mailboxes', 'In two mailboxes'],
          },
          {
            label: 'Both online at the same time',
            cells: ['Required', 'Not required', 'Not required', 'Not required'],
          },
        ],
      },
      {
        kind: 'prose',
        heading: 'Send the password separately',
        paragraphs: [
          'Email the link and share the password another way: by phone, in a chat or on paper. Anyone who intercepts the email has a link that does not open without the password, and the email does not contain the file.',
        ],
      },
      {
        kind: 'faq',
        heading: 'Questions about Gmail',
        items: [
          {
            question: 'Gmail offers to put large files into Drive. Why not use that?',
            answer:
              'Use Drive if the recipient will download the file later and you have free space. Send directly if the file should not be stored, if Drive is full, or if you do not want to wait for an upload.',
          },
          recipientNeeds,
          bothOnline,
        ],
      },
    ],
    closing: {
      heading: 'Did your email bounce?',
      text: 'Create a share, paste its link into the same email, and stay online until the file has arrived.',
    },
  };
};
