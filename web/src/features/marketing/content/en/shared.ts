/** Sentences that several pages need and that must not drift apart. */
import type { Facts } from '../../../../components/site/facts.js';
import type { FaqItem, StepsBlock } from '../../content-types.js';

/** What the copy promises about sizes. Nothing in the transfer itself stops at a size. */
export const sizes = { everywhere: '5 GB', free: '10 GB', pro: '100 GB' };

export const freeSmall = (facts: Facts): string =>
  `Free: ${facts.freeSharesPerMonth} shares a month. No card. The recipient needs no account.`;

export const wrongPasswords = ({ wrongPasswordLimit }: Facts): string =>
  wrongPasswordLimit > 0
    ? `after ${wrongPasswordLimit} wrong passwords within an hour the share stops by itself, and you can restart it with one click`
    : 'guessing is slowed down more with every wrong password';

export const sendSteps = (heading: string): StepsBlock => ({
  kind: 'steps',
  heading,
  steps: [
    {
      title: 'Choose the file',
      text: 'Sign in and pick it. It is not uploaded: the browser only remembers where it is on your disk.',
    },
    {
      title: 'Pass on link and password',
      text: 'Each share has a link and a generated password. Send them by different ways if the file matters.',
    },
    {
      title: 'Stay online together',
      text: 'The recipient opens the link and types the password. From that moment the bytes run from your browser to theirs.',
    },
    {
      title: 'See it arrive',
      text: 'Both sides see progress, speed and remaining time. At the end the two copies are compared by checksum.',
    },
  ],
});

export const bothOnline: FaqItem = {
  question: 'Do both of us have to be online?',
  answer:
    'Yes, at the same time, until the file has arrived. There is no copy on a server that could be fetched later. If your recipient sleeps while you work, agree on a moment, or use a service that stores files.',
};

export const interrupted: FaqItem = {
  question: 'What happens when the connection drops?',
  answer:
    'Both browsers look for each other again by themselves, and the transfer goes on behind the last part that had arrived safely. If they do not find each other, a Try Again button does the same by hand.',
};

export const recipientNeeds: FaqItem = {
  question: 'What does the recipient need?',
  answer:
    'A current browser, the link and the password. Before the download they give a name and an e-mail address, which you see in your audit log. No account, no app.',
};

export const gigabyte = 1000;
