import { prices, proForeverWeeks } from '@tandem/proto/browser/plans';
import { describeMonths, type Facts } from '../../../../components/site/facts.js';
import type { FaqItem, Landing, Plan, Quote } from '../../content-types.js';
import { bothOnline, interrupted, sizes, wrongPasswords } from './shared.js';

const plans = (facts: Facts): Plan[] => [
  {
    name: 'Free',
    usd: 0,
    price: '$0',
    rhythm: 'for as long as you like',
    points: [
      `${facts.freeSharesPerMonth} shares a month`,
      'Links live for 7 days',
      `Up to ${sizes.free} per transfer`,
      'Password and audit log on every share',
    ],
    action: 'Start Free',
    isMarked: false,
  },
  {
    name: 'Pro',
    usd: prices.proWeeklyUsd,
    price: `$${prices.proWeeklyUsd}`,
    rhythm: 'a week, cancel at any time',
    points: [
      'Unlimited shares',
      'Links live for 1 to 30 days',
      `Up to ${sizes.pro} per transfer`,
      'Help Center and answers within 24 hours',
      '14-day refund on a new subscription',
    ],
    action: 'Start Pro Trial',
    isMarked: true,
  },
  {
    name: 'ProForever',
    usd: prices.proForeverUsd,
    price: `$${prices.proForeverUsd}`,
    rhythm: `once, about ${proForeverWeeks} weeks of Pro`,
    points: [
      'Everything in Pro',
      'Links live for 1 to 365 days',
      'No renewal, valid as long as the service runs',
    ],
    action: 'Get ProForever',
    isMarked: false,
  },
];

const faq = (facts: Facts): FaqItem[] => [
  {
    question: 'How large can a file be?',
    answer: `Plan with ${sizes.everywhere} per file in every current browser. Browsers that save straight to disk, such as Chrome and Edge, go up to ${sizes.free} on the free plan and ${sizes.pro} on Pro. The transfer itself has no built-in limit: beyond that, disk space and patience decide.`,
  },
  {
    question: 'Which devices and browsers work?',
    answer:
      'Current versions of Chrome, Edge, Firefox and Safari on computers, tablets and phones. Nothing has to be installed; if you like, the page can be installed as an app. On a phone, keep the page in front while a file is moving.',
  },
  {
    question: 'How is a transfer protected?',
    answer: `The connection between the two browsers is encrypted, whatever way it takes. Each share has a generated password, and ${wrongPasswords(facts)}. The file is never stored on a server, so there is nothing there to steal.`,
  },
  bothOnline,
  {
    question: 'Do I learn who downloaded my file?',
    answer: `Yes. Recipients give a name and an e-mail address before the download. Together with time, place and result of every access this goes into your audit log, which is kept for ${describeMonths(facts.auditRetentionMonths)} and can be exported as CSV. What people type about themselves is not verified.`,
  },
  interrupted,
];

/** Written by us and marked as such on the page: nobody said these words. */
const quotes: Quote[] = [
  {
    text: 'The client watched the bar with me on the phone. When it was full, so was their folder.',
    who: '{name}, film editor',
  },
  {
    text: 'A referral with images used to mean a disc and a courier. Now it means a call.',
    who: '{name}, radiology practice',
  },
  {
    text: 'I send disk images to a colleague two desks away. They do not leave the building, and that is how I want it.',
    who: '{name}, systems engineer',
  },
];

export const landingContent = (facts: Facts): Landing => ({
  title: `${facts.brand.name} – send files straight from your browser to theirs`,
  description:
    'Share a file directly from one browser to another. Encrypted on the way, never stored on a server, with a password and an audit log for every share. Free to start.',
  how: {
    kind: 'steps',
    heading: 'How it works',
    steps: [
      {
        title: 'Choose a file',
        text: 'Sign in and pick it. It stays on your disk; nothing is uploaded.',
      },
      {
        title: 'Share link and password',
        text: 'You get both in one second. Pass them on, best by two different ways.',
      },
      {
        title: 'Meet online',
        text: 'The recipient opens the link. The two browsers find each other and connect.',
      },
      {
        title: 'Done when it is proven',
        text: 'The file streams across, is saved, and both copies are compared by checksum.',
      },
    ],
  },
  faq: faq(facts),
  plans: plans(facts),
  quotes,
});
