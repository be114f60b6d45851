import {
  describeMonths,
  describeWrongPasswords,
  type Facts,
} from '../../../../components/site/facts.js';
import { advertisedSizes } from '../../../../lib/texts/figures.js';
import {
  capitalise,
  describeDays,
  describeDollars,
  describeShares,
  describeSize,
  weeksOfPro,
} from '../../../../lib/texts/policy.js';
import type { FaqItem, Landing, Plan } from '../../content-types.js';
import { bothOnline, getStarted, hasLimit, interrupted } from './shared.js';

const plans = (facts: Facts): Plan[] => [
  {
    name: 'Free',
    usd: 0,
    price: '$0',
    rhythm: 'no time limit',
    points: [
      `${capitalise(describeShares(facts.freeSharesPerMonth))} a month`,
      `Links last ${describeDays(facts.expiryDays.free)}`,
      `Up to ${advertisedSizes(facts).free} per transfer`,
      'Password and audit log on every share',
    ],
    action: 'Start Free',
    isMarked: false,
  },
  {
    name: 'Pro',
    usd: facts.prices.proWeeklyUsd,
    price: describeDollars(facts.prices.proWeeklyUsd),
    rhythm: 'a week, cancel at any time',
    points: [
      'Unlimited shares',
      `Links last ${describeDays(facts.expiryDays.active)}`,
      `Up to ${advertisedSizes(facts).pro} per transfer`,
      'Help Center and support within 24 hours',
      '14-day refund on a new subscription',
    ],
    action: 'Start Pro Trial',
    isMarked: true,
  },
  {
    name: 'ProForever',
    usd: facts.prices.proForeverUsd,
    price: describeDollars(facts.prices.proForeverUsd),
    rhythm: `once, about ${weeksOfPro(facts.prices)} weeks of Pro`,
    points: [
      'Everything in Pro',
      `Links last ${describeDays(facts.expiryDays.proforever)}`,
      'No renewal, valid as long as the service runs',
    ],
    action: 'Get ProForever',
    isMarked: false,
  },
];

/** Without payments: the limit of the plan that every account begins with. */
const givenSize = ({ maxFileBytes: { free } }: Facts): string =>
  free === null
    ? 'The transfer has no built-in limit: only disk space and time limit you. Browsers that save straight to disk, such as Chrome and Edge, handle the largest files.'
    : `Up to ${describeSize(free)} per file. Browsers that save straight to disk, such as Chrome and Edge, handle the largest files.`;

const faq = (facts: Facts): FaqItem[] => [
  {
    question: 'How large can a file be?',
    answer: !facts.hasPayments
      ? givenSize(facts)
      : `Plan with ${advertisedSizes(facts).everywhere} per file in every current browser. Browsers that save straight to disk, such as Chrome and Edge, handle ${advertisedSizes(facts).free} on the free plan and ${advertisedSizes(facts).pro} on Pro.${hasLimit(facts) ? '' : ' The transfer has no built-in limit: beyond these sizes, only disk space and time limit you.'}`,
  },
  {
    question: 'Which devices and browsers work?',
    answer:
      'Current versions of Chrome, Edge, Firefox and Safari on computers, tablets and phones. There is nothing to install, but you can install the page as an app. On a phone, keep the page open and visible during a transfer.',
  },
  {
    question: 'How is a transfer protected?',
    answer: `The connection between the two browsers is encrypted, direct or relayed. Each share has a generated password, and ${describeWrongPasswords(facts)}. The file is never stored on a server, so there is no copy to steal. With a protected link, both browsers also detect a server between them.`,
  },
  bothOnline,
  {
    question: 'Can I see who downloaded my file?',
    answer: `Yes. Recipients enter a name and an email address before the download. Your audit log records them with the time, IP address and result of the access. It is kept for ${describeMonths(facts.auditRetentionMonths)}, and you can export it as CSV. We do not verify names and email addresses.`,
  },
  interrupted,
];

export const landingContent = (facts: Facts): Landing => ({
  title: `${facts.brand.name} – send files straight from your browser to theirs`,
  description:
    'Share a file directly from one browser to another. Encrypted on the way, never stored on a server, with a password and an audit log for every share.' +
    (facts.hasPayments ? ' Free to start.' : ''),
  how: {
    kind: 'steps',
    heading: 'How it works',
    steps: [
      {
        title: 'Choose a file',
        text: 'Sign in and select a file. It stays on your disk; nothing is uploaded.',
      },
      {
        title: 'Share link and password',
        text: 'You get both within a second. Send them to your recipient, ideally over two channels.',
      },
      {
        title: 'Connect',
        text: 'Your recipient opens the link, and the two browsers connect directly.',
      },
      {
        title: 'Verified on arrival',
        text: 'The file is streamed, saved and verified by checksum on both sides.',
      },
    ],
  },
  faq: faq(facts),
  plans: facts.hasPayments ? plans(facts) : [],
  action: getStarted(facts),
});
