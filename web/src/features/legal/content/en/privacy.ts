import {
  describeMonths,
  describeWrongPasswords,
  type Facts,
} from '../../../../components/site/facts.js';
import { paths } from '../../../../lib/paths.js';
import { lastUpdated, type LegalDocument, type LegalSection } from '../../legal-document.js';

const whatWeHave = ({ brand: { name, supportEmail }, hasPayments }: Facts): LegalSection[] => [
  {
    title: 'Who is responsible',
    body: [
      `The operator of ${name} is responsible for the processing described here. For any question about your data, contact us at ${supportEmail}.`,
    ],
  },
  {
    title: 'The files themselves',
    body: [
      'Files go from one browser to the other over an encrypted connection. Our servers do not receive or store them. When no direct connection is possible, a relay may forward the encrypted data; it has no key and stores nothing. The page “What we can and cannot see” (/trust) describes what protects this, for protected and for plain links, and what you have to trust us with.',
    ],
  },
  {
    title: 'What we process about senders',
    body: [
      {
        list: [
          'Account: email address, display name, profile picture if your sign-in provider supplies one, time of registration, and the approximate time of your last visit.',
          'Sessions: for each browser in which you are signed in, its kind, the network it was last used from, and the times of sign-in and last use. You see them under Settings and can end them there.',
          'Shares: name, size and type of each file, expiry, number of downloads, your label and your message, and the share’s password in encrypted form, so that we can show it to you again.',
          hasPayments
            ? 'Plan and payments: your plan, and the identifiers our payment provider uses. Only the provider receives card numbers.'
            : 'Plan: your plan.',
          'Actions of our administrators: who looked at data about your account or changed it, and when, with account IDs and without names. You see these entries under Settings.',
          'Notices: where they are offered and you ask for those of deliveries, the address of your browser at its push service, the keys for it and a hash of its network, until the share expires or is deleted, also while it is stopped.',
        ],
      },
    ],
  },
  {
    title: 'What we process about recipients',
    body: [
      'The name and email address entered before a download, the time and result of each access, the IP address, the region derived from it where available, and the browser’s identification. The owner of the share sees these in the audit log.',
      'We do not use a recipient’s email address for any other purpose, and we send no advertising to it.',
      'Where notices are offered and the browser of a recipient asks for one, we store the address at its push service, the keys for it and a hash of its network until the notice is sent, or until the share expires or is deleted. A stopped share keeps them, because its owner may restart it.',
    ],
  },
  {
    title: 'What we process about transfers',
    body: [
      'After a transfer the browser may report technical data: direct or relayed, amount of data, duration, speed, packet loss and type of browser. It shows us where connections fail. It contains no content and no file names. Reports of a signed-in sender are stored with the account and its email address.',
    ],
  },
];

const howWeUseIt = (facts: Facts): LegalSection[] => [
  {
    title: 'Purposes and legal bases',
    body: [
      {
        list: [
          `To provide the service you requested: accounts, shares, connections${facts.hasPayments ? ', payments' : ''} (performance of a contract).`,
          'To show owners who accessed their shares, to prevent abuse and password guessing, and to keep the service running (legitimate interests).',
          `To comply with legal obligations${facts.hasPayments ? ', such as keeping invoices' : ''} (law).`,
        ],
      },
      'We make no automated decisions with legal effect, and we do not build profiles for advertising.',
    ],
  },
  {
    title: 'Other parties',
    body: [
      `We use a provider of sign-in (Google Firebase Authentication)${facts.hasPayments ? ', a payment provider (Stripe),' : ''} and providers of hosting and, where configured, relays. They process data on our behalf and under contract. To find a direct route, your browser queries public STUN servers for its own address; they see that address and no part of the file. A notice that a browser has asked for goes through the push service of that browser’s maker, such as Google, Mozilla, Apple or Microsoft; it contains no name and no key.`,
      'We do not sell personal data. We disclose data to authorities only when the law requires it, and only what it requires.',
    ],
  },
  {
    title: 'What the other party can see',
    body: [
      'On a direct connection each browser sees the other’s IP address. Anyone who has your link and password can see your display name, your message, and the name, size and type of the file before the download. To hide your IP address, use a VPN.',
      'With a protected link, which is the default, each side gets the name and email address of the other once a delivery is verified: the recipient those of the sender’s account, and the sender’s browser those that the recipient entered. The receipt, which both can save as a file, contains both.',
    ],
  },
  {
    title: 'Cookies and storage in your browser',
    body: [
      'One cookie keeps you signed in; no script can read it. A second records only that a user is signed in on this browser, so that you see the app instead of the landing page. A third records the language you chose, for one year.',
      {
        list: [
          'For everyone, your browser’s storage holds your choice of light or dark, your speed limits, a copy of the configuration of this site, the texts of notices in your language if you have asked for any, and the app’s files for offline use.',
          'For a recipient it also holds the name and email address you entered, the key of a protected link and which file was too large to store here, until the tab is closed; and the parts of a file received so far, with a note of which file of which share they belong to. Parts of a download that was abandoned for seven days are removed; where the browser saves a file in its downloads folder at the end, its copy is removed about an hour after the download is complete and you have used the page again. This happens while a page of this site is open, otherwise when the site is next opened. The note stays until the download is complete. That you have opened a protected link of a share is remembered, so that the share is not opened without its key later.',
          'For a sender it also holds your sign-in state, the secret of your protected links, which files you are sharing so that a reload can continue, the name and size of each file for which this browser created a share, so that no other file is sent under its link, the last signed state of your audit log, whether you want notices of deliveries and for which account this browser gets them, and that you have dismissed the offer to install the app. The secret and these names stay after you sign out.',
        ],
      },
      'There are no advertising or tracking cookies and no third-party analytics.',
    ],
  },
  {
    title: 'How long we keep data',
    body: [
      {
        list: [
          `Audit log entries: ${describeMonths(facts.auditRetentionMonths)}.`,
          'Shares: until you delete them; inactive shares may be deleted after 30 days.',
          'Sessions: until you end them or they expire, by default after 90 days.',
          'Reports of transfers: by default 90 days. After that only sums remain.',
          'Account data: until you delete the account, then removed within 30 days, except what this list names.',
          'The bare ID of a deleted account: up to 104 days, so that a late message between our systems does not restore the account.',
          'Messages between our systems, which can contain names, email and IP addresses: seven days; those that could not be processed up to 90 days, also after you have deleted your account.',
          'Entries about actions of our administrators: for as long as the service runs, also after you have deleted your account.',
          'Backups: what was deleted remains in earlier backups until these are replaced.',
          ...(facts.hasPayments ? ['Payment records: as long as tax law requires.'] : []),
        ],
      },
    ],
  },
];

const yourSide = (facts: Facts): LegalSection[] => [
  {
    title: 'Security',
    body: [
      `Connections are encrypted. Share passwords are generated unless you choose one, stored encrypted and compared in constant time; ${describeWrongPasswords(facts)}. Access to systems is limited to those who need it and is logged.`,
      'No system is perfectly secure. If a breach affects your data, we notify you within 72 hours of becoming aware of it.',
    ],
  },
  {
    title: 'Health information',
    body: [
      'We do not see the content of files. File names are stored: please keep patient names out of them. Organisations subject to HIPAA should sign a business associate agreement with us before sending protected health information.',
    ],
  },
  {
    title: 'Children',
    body: [
      'The service is not for children under 13, and we do not knowingly process their data. If you believe a child has given us data, contact us and we will delete it.',
    ],
  },
  {
    title: 'Your rights',
    body: [
      'You may access the data we hold about you, have it corrected or deleted, receive it in a common format, object to its processing or have it restricted, and complain to a supervisory authority. This applies to senders and to recipients, wherever you live.',
      `Write to ${facts.brand.supportEmail}. We answer within 30 days and may ask you to verify your identity. In the audit log of another person’s share we remove your name and email address; the record of the access remains.`,
    ],
  },
  {
    title: 'International transfers and changes',
    body: [
      'Our providers may process data in other countries; where the law requires it, standard contractual clauses or an equivalent protect it.',
      'When this policy changes we publish the new version here and change its date. Significant changes are announced to account holders by email at least 30 days before.',
    ],
  },
];

export const privacyPolicy = (facts: Facts): LegalDocument => ({
  path: paths.privacy,
  title: 'Privacy Policy',
  description: `What ${facts.brand.name} processes about senders and recipients, what it never receives (your files), how long data is kept, and how to exercise your rights.`,
  updated: lastUpdated,
  preamble: 'What data we process, what we never receive, and how long we keep it.',
  summary: [
    'Our servers never receive your files; a relay, where one is needed, forwards them encrypted. Over a protected link, the browsers also detect anyone between them, including us.',
    'We store accounts, the details of shares and an access log.',
    'The owner of a share sees its recipients’ details. We use them for no other purpose.',
    'No advertising, no tracking, no sale of data.',
  ],
  sections: [...whatWeHave(facts), ...howWeUseIt(facts), ...yourSide(facts)],
});
