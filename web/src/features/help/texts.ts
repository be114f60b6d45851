import type { Policy } from '@tandem/proto/browser/http/config';
import { defineTexts } from '../../lib/texts/catalogue.js';
import { capitalise, describeDays, describeSize } from '../../lib/texts/policy.js';

/** The limits that the server enforces; without any, the advertised sizes. */
const sizes = ({ maxFileBytes: { free, active, proforever } }: Policy): string => {
  if (free === null && active === null && proforever === null) {
    return 'We advertise files up to 5GB, and 2GB free. The app sets no limit: files';
  }
  const limit = (bytes: number | null): string =>
    bytes === null ? 'no limit' : `up to ${describeSize(bytes)}`;
  return capitalise(
    `${limit(free)} on the Free plan, ${limit(active)} on Pro and ${limit(proforever)} on ProForever. Files`,
  );
};

const givenSizes = ({ maxFileBytes }: Policy): string => {
  if (maxFileBytes.free === null) return 'The app sets no limit: files';
  return `Up to ${describeSize(maxFileBytes.free)}, unless an administrator has given your account another plan. Files`;
};

const soldLifetimes = ({ expiryDays: { free, active, proforever } }: Policy): string =>
  `${describeDays(free)} on the Free plan. With Pro you choose ${describeDays(active)}, with ProForever ${describeDays(proforever)}, before you create the share.`;

const givenLifetimes = ({ expiryDays: { free } }: Policy): string =>
  free.min === free.max
    ? `${capitalise(describeDays(free))}.`
    : `You choose ${describeDays(free)} before you create the share.`;

export const texts = defineTexts('help', {
  en: {
    title: 'Help Center',
    lead: 'Common questions, and how to reach us.',
    video: 'Watch the video tutorial',
    videoNote: 'How to share a file, in half a minute.',
    /** One sentence per scene of the tutorial: its captions (e2e/product), and its text. */
    stepsTitle: 'The tutorial in words',
    steps: [
      'Choose a file on the dashboard. It stays on your device.',
      'Click Create Share, and send the link and the password to your recipient.',
      'Your recipient opens the link and enters the password.',
      'They enter their name and email address, and start the download.',
      'The file goes straight from your browser to theirs. You see who receives it, and how far they are.',
      'On arrival, their browser verifies that the copy is identical to yours.',
      'You see the result too, and both of you can save a receipt.',
    ],
    faqTitle: 'Frequently asked questions',
    contactTitle: 'Still stuck?',
    contactText:
      'Paid plans have priority support: we answer within 24 hours. Tell us your browser, the approximate file size and what happened. Never send us a share password.',
    contactTextWithoutPayments:
      'Tell us your browser, the approximate file size and what happened. Never send us a share password.',
    contactAction: (email: string) => `Email ${email}`,
    faq: (policy: Policy, hasPayments: boolean) => [
      {
        question: 'How do I share a file?',
        answer:
          'Choose the file on the dashboard and click Create Share. Send the link and the password to the recipient, through two different channels if the file is confidential. Keep your tab open: the transfer starts when they click Download, and you see their progress live.',
      },
      {
        question: 'Do we both have to be online?',
        answer:
          'Yes. The file goes straight from your browser to theirs and is never stored on a server, so both of you have to be online until it has arrived. If the connection drops, the transfer waits and resumes automatically where it stopped.',
      },
      {
        question: 'How large can a file be?',
        answer: `${hasPayments ? sizes(policy) : givenSizes(policy)} are streamed from disk to disk in small blocks, so in practice the recipient’s free disk space and your upload speed limit you. One gigabyte takes about 15 minutes at 10 Mbit/s.`,
      },
      {
        question: 'How long does a link work?',
        answer: `${hasPayments ? soldLifetimes(policy) : givenLifetimes(policy)} You can stop a link at any time, and restart it until it expires.`,
      },
      {
        question: 'Who can open my share?',
        answer:
          'Only people who have both the link and its password. Each share has its own password, generated unless you choose one. Wrong passwords slow down further attempts; several from different networks within an hour can stop the link, and you can restart it from Recent Shares. Recipients enter a name and an email address, which you find in your audit log.',
      },
      {
        question: 'The transfer does not start. What can I do?',
        answer:
          'Check that both tabs are open and visible; phones suspend background tabs. Then reload the page, turn off your VPN, or try another network: some company firewalls block direct connections. If a relay is available, it forwards the data, still encrypted from browser to browser.',
      },
      {
        question: 'How do I keep my phone or laptop awake?',
        answer:
          'Phones that support it show a Keep Screen On switch on the dashboard. On a computer, connect the charger and turn off sleep during a large transfer. Installing the app also helps, because browsers suspend installed apps less.',
      },
      hasPayments
        ? {
            question: 'How do I cancel my plan?',
            answer: policy.canCancelProForever
              ? 'Under Settings, with Cancel Subscription. You move to the Free plan immediately, and the current period is not refunded. New Pro subscriptions can be refunded within 14 days. ProForever does not renew; cancelling it ends your plan without a refund.'
              : 'Under Settings, with Cancel Subscription. You move to the Free plan immediately, and the current period is not refunded. New Pro subscriptions can be refunded within 14 days. ProForever is paid once and cannot be cancelled.',
          }
        : {
            question: 'What if my limits are too low?',
            answer:
              'Write to the address below. An administrator can give your account another plan.',
          },
    ],
  },
});
