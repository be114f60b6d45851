import {
  describeMonths,
  describeWrongPasswords,
  type Facts,
} from '../../../../components/site/facts.js';
import { paths } from '../../../../lib/paths.js';
import { plural } from '../../../../lib/texts/plural.js';
import { capitalise, describeDollars, describeShares } from '../../../../lib/texts/policy.js';
import { lastUpdated, type LegalDocument, type LegalSection } from '../../legal-document.js';

/** `7 days`, or `up to 30 days` where the sender chooses. */
const upTo = ({ min, max }: Facts['expiryDays']['free']): string =>
  min === max ? plural(max, 'day') : `up to ${plural(max, 'day')}`;

const lifetimes = ({ expiryDays, hasPayments }: Facts): string =>
  hasPayments
    ? `${upTo(expiryDays.free)} on the Free plan, ${upTo(expiryDays.active)} on Pro, ${upTo(expiryDays.proforever)} on ProForever`
    : `${upTo(expiryDays.free)}, or longer if an administrator has given your account another plan`;

const opening = (facts: Facts): LegalSection[] => {
  const { name } = facts.brand;
  return [
    {
      title: 'Agreement',
      body: [
        `These terms are a contract between you and the operator of ${name} (“we”). By creating an account or opening a share that you received, you agree to them. If you use ${name} for an organisation, you agree on its behalf and confirm that you are authorised to do so.`,
        'If you do not agree, please do not use the service.',
      ],
    },
    {
      title: 'What the service does',
      body: [
        `${name} connects a sender’s browser with a recipient’s browser, so that a file can be sent directly between them. We run the website, the accounts, the exchange of connection details, the audit log and, where configured, relays that forward encrypted data.`,
        'We do not receive, store or back up the files. Both sides have to be online at the same time, and the sender has to stay online until the download is complete. We cannot recover an incomplete transfer.',
      ],
    },
    {
      title: 'Who may use it',
      body: [
        'You must be at least 13 years old. If the law where you live requires a higher age or a parent’s consent, that applies.',
        'Recipients need no account. They enter a name and an email address, which must be true.',
      ],
    },
    {
      title: 'Your account',
      body: [
        'Keep your sign-in details confidential and notify us if you believe someone else has used them. Until you notify us, you are responsible for the use of your account.',
        'You can delete your account at any time in the settings or by writing to us. Your data is then removed within 30 days, except for data the law requires us to keep and for what the Privacy Policy names.',
      ],
    },
    {
      title: 'Shares, links and passwords',
      body: [
        'Each share has a link and a password, generated unless you choose one. You decide who gets them, and you are responsible for that decision. We recommend sending them through two different channels.',
        `A share lasts until its expiry date: ${lifetimes(facts)}. You can stop it before that and restart it, within the limits of your plan at that time. Where the service shows other limits for your account than this page, those of your account apply. ${capitalise(describeWrongPasswords(facts))}. Inactive shares may be deleted after 30 days.`,
      ],
    },
  ];
};

const rules = ({ brand: { name } }: Facts): LegalSection[] => [
  {
    title: 'Acceptable use',
    body: [
      'You may not use the service to:',
      {
        list: [
          'send content that you have no right to send, or that is unlawful to possess or distribute;',
          'send malware, or deceive people into opening a file;',
          'harass, threaten or exploit anyone, in particular children;',
          'guess passwords, probe or overload the service, or circumvent its limits;',
          'resell the service without a written agreement.',
        ],
      },
      'We do not receive your files and do not check them. When we learn of a violation we may stop shares, suspend or close accounts, and inform the authorities where the law requires it.',
    ],
  },
  {
    title: 'Your content',
    body: [
      `Your files remain yours. You grant us no licence to them; ${name} does not need one, because it does not receive them. The names, sizes and types of files are stored with the share so that the pages can show them.`,
    ],
  },
];

const soldPlans = ({ prices, freeSharesPerMonth }: Facts): LegalSection => ({
  title: 'Plans, payment and refunds',
  body: [
    `Free includes ${describeShares(freeSharesPerMonth)} per calendar month. Pro costs ${describeDollars(prices.proWeeklyUsd)} per week and renews until you cancel. ProForever costs ${describeDollars(prices.proForeverUsd)} once and is valid for as long as we run the service. Taxes may be added where the law requires it. Payments are handled by our payment provider; we never see your card number.`,
    'You can cancel a subscription at any time in the settings. The plan then changes to Free immediately, and the current period is not refunded. New Pro subscriptions can be refunded in full within 14 days of the first payment: contact us. Your statutory rights as a consumer are not affected.',
    'If a payment fails, we retry it and notify you; if it still fails, the plan ends. We announce price changes at least 30 days in advance, and they apply from the next period.',
  ],
});

const givenPlans = ({ freeSharesPerMonth, brand: { supportEmail } }: Facts): LegalSection => ({
  title: 'Plans',
  body: [
    `${capitalise(describeShares(freeSharesPerMonth))} per calendar month are included in every account. An administrator may give an account another plan, and may change the limits of the plans. Write to ${supportEmail} if yours are too low.`,
  ],
});

const plansAndRegulation = (facts: Facts): LegalSection[] => [
  facts.hasPayments ? soldPlans(facts) : givenPlans(facts),
  {
    title: 'Health information and other regulated data',
    body: [
      'The service has safeguards that can help an organisation to comply with HIPAA and similar rules, such as passwords, encryption in transit and an audit log. It does not make an organisation compliant, and we are not a business associate unless both sides have signed a business associate agreement. Without one, please do not send protected health information.',
    ],
  },
];

const closing = (facts: Facts): LegalSection[] => {
  const { name, supportEmail } = facts.brand;
  return [
    {
      title: 'Audit logs and privacy',
      body: [
        `Access to shares is logged: who, when, from which IP address and with what result. Owners see the log of their shares and can export it. Entries are kept for ${describeMonths(facts.auditRetentionMonths)} and then deleted. The Privacy Policy at ${paths.privacy} describes what else we process and why.`,
      ],
    },
    {
      title: 'Availability and changes',
      body: [
        facts.hasPayments
          ? 'We work to keep the service available but do not guarantee availability. We may change it; if a change removes something you pay for, we notify you at least 30 days in advance, and you may cancel with a refund for the remaining time.'
          : 'We work to keep the service available but do not guarantee availability. We may change it.',
        'If we discontinue the service, we notify you at least 60 days in advance.',
      ],
    },
    {
      title: 'Warranty and liability',
      body: [
        `The service is provided “as is”. To the extent the law allows, we exclude implied warranties${facts.hasPayments ? ', and our liability is limited to what you paid us in the twelve months before the event, or $100 if that is more' : ''}. We are not liable for lost profit or for the loss of files of which you kept no other copy.`,
        'Nothing in these terms limits liability for intent, gross negligence, injury to life or health, or anything else that cannot be limited by law. In the event of a breach of our systems that concerns your data we notify you within 72 hours of becoming aware of it.',
      ],
    },
    {
      title: 'Ending the agreement',
      body: [
        'You may end it at any time by deleting your account. We may end it with 30 days’ notice, or without notice for a serious violation of the section on acceptable use. Shares stop when the agreement ends; sections that by their nature survive it, such as the one on liability, remain in force.',
      ],
    },
    {
      title: 'Law, changes to these terms, contact',
      body: [
        'The law of the operator’s registered seat applies, excluding its conflict-of-laws rules; consumers also keep the protection of the law where they live. If a provision is invalid, the others remain valid.',
        'We may change these terms for good reason. We announce changes at least 30 days before they apply. By using the service after that date you agree to them; if you disagree, you may cancel.',
        `Questions about these terms or about ${name}: ${supportEmail}.`,
      ],
    },
  ];
};

export const termsOfService = (facts: Facts): LegalDocument => ({
  path: paths.terms,
  title: 'Terms of Service',
  description: `The terms under which ${facts.brand.name} connects two browsers: what the service does, ${facts.hasPayments ? 'plans and refunds' : 'plans'}, acceptable use, audit logs and liability.`,
  updated: lastUpdated,
  preamble: `The rules for using ${facts.brand.name}, in plain language.`,
  summary: [
    'We connect two browsers. We do not hold your files and cannot restore them.',
    'You decide who gets the link and the password, and you send only what you have the right to send.',
    ...(facts.hasPayments
      ? ['Pro can be cancelled at any time; a new subscription can be refunded for 14 days.']
      : []),
    'Access is logged, and the owner of the share can see the log.',
  ],
  sections: [...opening(facts), ...rules(facts), ...plansAndRegulation(facts), ...closing(facts)],
});
