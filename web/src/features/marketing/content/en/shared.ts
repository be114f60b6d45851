/** Sentences used on several pages. */

import type { Facts } from '../../../../components/site/facts.js';
import { describeShares } from '../../../../lib/texts/policy.js';
import type { FaqItem, StepsBlock } from '../../content-types.js';

export const hasLimit = ({ maxFileBytes: { free, active } }: Facts): boolean =>
  free !== null || active !== null;

/** The line below a page's first button. */
export const freeSmall = ({ hasPayments, freeSharesPerMonth }: Facts): string =>
  hasPayments
    ? `Free: ${describeShares(freeSharesPerMonth)} a month. No credit card. Recipients need no account.`
    : 'Recipients need no account.';

export const getStarted = ({ hasPayments }: Facts): string =>
  hasPayments ? 'Get Started Free' : 'Get Started';

export const sendSteps = (heading: string): StepsBlock => ({
  kind: 'steps',
  heading,
  steps: [
    {
      title: 'Choose the file',
      text: 'Sign in and select it. Nothing is uploaded: the browser reads the file from your disk.',
    },
    {
      title: 'Share the link and password',
      text: 'Each share has a link and a password, generated unless you choose one. For confidential files, send them over two different channels.',
    },
    {
      title: 'Stay online',
      text: 'The recipient opens the link, enters the password and starts the download. The file streams from your browser to theirs.',
    },
    {
      title: 'Watch it arrive',
      text: 'Both sides see progress, speed and remaining time. A checksum verifies the received copy.',
    },
  ],
});

export const bothOnline: FaqItem = {
  question: 'Do both of us have to be online?',
  answer:
    'Yes, at the same time, until the file has arrived. No server stores a copy to download later. In different time zones? Agree on a time, or use a service that stores files.',
};

export const interrupted: FaqItem = {
  question: 'What happens when the connection drops?',
  answer:
    'Both browsers reconnect automatically, and the transfer resumes after the last part that arrived. If they cannot reconnect, click Try Again.',
};

export const recipientNeeds: FaqItem = {
  question: 'What does the recipient need?',
  answer:
    'A current browser, the link and the password. Before the download they enter a name and an email address, which you see in your audit log. No account, no app.',
};
