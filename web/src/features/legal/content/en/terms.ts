import { prices } from '@tandem/proto/browser/plans';
import { describeMonths, type Facts } from '../../../../components/site/facts.js';
import { paths } from '../../../../lib/paths.js';
import { lastUpdated, type LegalDocument, type LegalSection } from '../../legal-document.js';

const opening = ({ brand: { name } }: Facts): LegalSection[] => [
  {
    title: 'Agreement',
    body: [
      `These terms are a contract between you and the operator of ${name} (“we”). By creating an account, or by opening a share that somebody sent you, you agree to them. If you use ${name} for an organisation, you agree on its behalf and confirm that you may.`,
      'If you do not agree, please do not use the service.',
    ],
  },
  {
    title: 'What the service does',
    body: [
      `${name} connects the browser of a sender with the browser of a recipient, so that a file can travel directly between them. We run the pages, the accounts, the exchange of connection details, the audit log and, where configured, relays that pass on encrypted bytes.`,
      'We do not receive, store or back up the files. Both sides have to be online at the same time, and the sender has to stay online until the download is complete. A transfer that is not complete cannot be recovered from us.',
    ],
  },
  {
    title: 'Who may use it',
    body: [
      'You must be at least 13 years old. If the law where you live asks for a higher age for such a contract, or for a parent’s consent, that applies.',
      'Recipients need no account. They state a name and an e-mail address, and the statement has to be true.',
    ],
  },
  {
    title: 'Your account',
    body: [
      'Keep your sign-in details to yourself and tell us when you believe somebody else has used them. What happens through your account counts as yours until you tell us.',
      'You can delete your account at any time by writing to us. Your data is then removed within 30 days, except what the law obliges us to keep.',
    ],
  },
  {
    title: 'Shares, links and passwords',
    body: [
      'Each share has a link and a generated password. You decide who gets them, and you answer for that decision. We advise sending them by two different ways.',
      'A share lives until its expiry date: 7 days on the Free plan, up to 30 days on Pro, up to 365 days on ProForever. You can stop and restart it before that. Links may be disabled automatically after several wrong passwords. Inactive shares may be deleted after 30 days.',
    ],
  },
];

const rules = ({ brand: { name } }: Facts): LegalSection[] => [
  {
    title: 'Acceptable use',
    body: [
      'You may not use the service to:',
      {
        list: [
          'send what you have no right to send, or what is unlawful to possess or distribute;',
          'send malware, or deceive people into opening a file;',
          'harass, threaten or exploit anybody, least of all children;',
          'guess passwords, probe or overload the service, or get around its limits;',
          'resell the service without a written agreement.',
        ],
      },
      'We cannot see your files and therefore do not check them. When we learn of a violation we may stop shares, suspend or close accounts, and inform the authorities where the law asks for it.',
    ],
  },
  {
    title: 'Your content',
    body: [
      `Files remain yours. You give us no licence to them, because ${name} does not need one: the bytes do not pass through our hands in readable form. Names, sizes and types of files are stored with the share so that the pages can show them.`,
    ],
  },
];

const money = (): LegalSection[] => [
  {
    title: 'Plans, payment and refunds',
    body: [
      `Free includes 10 shares per calendar month. Pro costs $${prices.proWeeklyUsd} per week and renews until you cancel. ProForever costs $${prices.proForeverUsd} once and is valid for as long as we run the service. Taxes may be added where the law requires it. Payments are handled by our payment provider; we never see your card number.`,
      'You can cancel a subscription at any time in the settings. The plan then changes to Free at once, and the current period is not refunded. New Pro subscriptions can be refunded in full within 14 days of the first payment: write to us. Rights that the law gives you as a consumer remain untouched.',
      'If a payment fails we try again and tell you; if it still fails, the plan ends. We announce price changes at least 30 days ahead, and they apply from the next period.',
    ],
  },
  {
    title: 'Health information and other regulated data',
    body: [
      'The service has safeguards that can help an organisation to meet HIPAA and similar rules, such as passwords, encryption on the way and an audit log. It does not make an organisation compliant, and we are not a business associate unless both sides have signed a business associate agreement. Without one, please do not send protected health information.',
    ],
  },
];

const closing = (facts: Facts): LegalSection[] => {
  const { name, supportEmail } = facts.brand;
  return [
    {
      title: 'Audit logs and privacy',
      body: [
        `Access to shares is logged: who, when, from which network and with what result. Owners see the log of their shares and can export it. Entries are kept for ${describeMonths(facts.auditRetentionMonths)} and then deleted. The Privacy Policy at ${paths.privacy} says what else we process and why.`,
      ],
    },
    {
      title: 'Availability and changes',
      body: [
        'We work to keep the service available but do not promise that it always is. We may change it; when a change takes away something you pay for, we tell you at least 30 days before, and you may cancel with a refund of what you paid for the time after.',
        'If we stop the service altogether, we tell you at least 60 days before.',
      ],
    },
    {
      title: 'Warranty and liability',
      body: [
        'The service is provided as it is. To the extent the law allows, we exclude implied warranties, and our liability is limited to what you paid us in the twelve months before the event, or $100 if that is more. We are not liable for lost profit or for files that were lost because they had not been kept elsewhere.',
        'Nothing in these terms limits liability for intent, gross negligence, injury to life or health, or anything else that cannot be limited by law. In the event of a breach of our systems that concerns your data we notify you within 72 hours of becoming aware of it.',
      ],
    },
    {
      title: 'Ending the agreement',
      body: [
        'You may end it at any time by deleting your account. We may end it with 30 days’ notice, or at once for a serious violation of the section on acceptable use. Shares stop when the agreement ends; sections that by their nature go on, such as the one on liability, go on.',
      ],
    },
    {
      title: 'Law, changes to these terms, contact',
      body: [
        'The law of the operator’s seat applies, without its rules on conflict of laws; consumers also keep the protection of the law where they live. If one sentence is invalid, the others stay valid.',
        'We may change these terms for good reason. Changes are announced at least 30 days before they apply; using the service after that means agreeing, and those who disagree may cancel.',
        `Questions about these terms or about ${name}: ${supportEmail}.`,
      ],
    },
  ];
};

export const termsOfService = (facts: Facts): LegalDocument => ({
  path: paths.terms,
  title: 'Terms of Service',
  description: `The terms under which ${facts.brand.name} connects two browsers: what the service does, plans and refunds, acceptable use, audit logs and liability.`,
  updated: lastUpdated,
  preamble: `The rules for using ${facts.brand.name}, in plain words.`,
  summary: [
    'We connect two browsers. We do not hold your files and cannot restore them.',
    'You decide who gets link and password, and you send only what you may send.',
    'Pro can be cancelled at any time; a new subscription can be refunded for 14 days.',
    'Accesses are logged, and the log is visible to the owner of the share.',
  ],
  sections: [...opening(facts), ...rules(facts), ...money(), ...closing(facts)],
});
