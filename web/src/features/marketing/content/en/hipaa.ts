import {
  describeMonths,
  describeWrongPasswords,
  type Facts,
} from '../../../../components/site/facts.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, recipientNeeds } from './shared.js';

export const hipaaPage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name, supportEmail } = facts.brand;
  const retention = describeMonths(facts.auditRetentionMonths);
  return {
    key: 'hipaa',
    title: `HIPAA-compliant file sharing: what a tool can do | ${name}`,
    description: `No software is HIPAA compliant on its own. What ${name} contributes to compliant file sharing (no stored copies, access control, audit log) and what you have to do yourself.`,
    hero: {
      look: 'ink',
      heading: 'File sharing under HIPAA: what a tool can do, and what it cannot',
      lead: 'Compliance is a property of an organisation, not of a website. A tool can make it easier. Ours helps mainly because it keeps no copy of your patient’s file.',
      action: 'Start HIPAA Transfer',
      small: facts.hasPayments
        ? 'Try it free, with files that contain no patient data.'
        : 'Try it with files that contain no patient data.',
    },
    blocks: [
      {
        kind: 'comparison',
        heading: 'The Security Rule’s technical safeguards, one by one',
        intro:
          '45 CFR § 164.312 lists five standards. The table shows what the product contributes to each.',
        columns: [`What ${name} does`, 'What you do'],
        rows: [
          {
            label: 'Access control (a)',
            cells: [
              `A link and a generated password for every share; an expiry date; you can stop a share at any time; ${describeWrongPasswords(facts)}`,
              'Decide who gets the password, and send it over another channel',
            ],
          },
          {
            label: 'Audit controls (b)',
            cells: [
              `Creations, accesses, refusals and downloads, completed or failed, with time, IP address and, for downloads, the stated name; kept for ${retention}, exportable as CSV. Of many accesses or refusals of one network within an hour, those beyond a limit are left out`,
              'Review the log, and export what you must keep longer',
            ],
          },
          {
            label: 'Integrity (c)',
            cells: [
              'SHA-256 of every block, and of the list of block digests, compared before the transfer counts as complete',
              'Keep the original file',
            ],
          },
          {
            label: 'Person authentication (d)',
            cells: [
              'Senders sign in; recipients enter the password and state a name and an email address',
              'Verify the person’s identity: a stated name is not an identity check',
            ],
          },
          {
            label: 'Transmission security (e)',
            cells: [
              'Encrypted from browser to browser (DTLS), also through a relay',
              'Secure the devices at both ends',
            ],
          },
        ],
        note: 'This is a summary, not legal advice.',
      },
      {
        kind: 'figures',
        items: [
          { figure: '0', text: 'copies of the file on our servers' },
          { figure: retention, text: 'of audit log retention in this service' },
          { figure: '72 hours', text: 'at most until we notify you of a breach of our systems' },
        ],
      },
      {
        kind: 'aside',
        heading: 'What we do not claim',
        paragraphs: [
          'We are not “HIPAA certified”: there is no official HIPAA certification. We do not make your organisation compliant. We do not sign a business associate agreement by default; if you need one, contact us before you send patient data.',
          'HIPAA requires you to keep certain documentation for six years. This service keeps its log for ' +
            `${retention}. Export it regularly, or run the service yourself with a longer retention.`,
        ],
      },
      {
        kind: 'prose',
        heading: 'Why it matters that nothing is stored',
        paragraphs: [
          'Many reported breaches concern data at rest: a database, a mailbox, a misplaced backup. A file that is stored only on the sender’s and the recipient’s device cannot be stolen from a server. The privacy policy lists what we do store (account data, file names, the audit log); keep patient names out of file names.',
        ],
      },
      {
        kind: 'steps',
        heading: 'How to send a file carefully',
        steps: [
          {
            title: 'Name the file neutrally',
            text: 'File names appear in the audit log and on the share page. Use a case number.',
          },
          {
            title: 'Set a short expiry',
            text:
              (facts.hasPayments ? 'On paid plans a share can expire after one day. ' : '') +
              'Stop it as soon as the download is complete.',
          },
          {
            title: 'Give the password by phone',
            text: 'Call a number you already know. That also confirms who the recipient is.',
          },
          {
            title: 'Archive the log',
            text: 'Export the audit log as CSV and keep it with your other records.',
          },
        ],
      },
      {
        kind: 'faq',
        heading: 'Questions from practices and clinics',
        items: [
          {
            question: 'Is the service a business associate?',
            answer: `That depends on what you send and on your contract with us. Ask your legal counsel, and contact ${supportEmail} before you use it for protected health information.`,
          },
          {
            question: 'Can we host it ourselves?',
            answer:
              'Yes. You can run the whole product in your own data centre or cloud account, with your own identity provider, database, relay and retention periods.',
          },
          {
            question: 'Does the log show what was in the file?',
            answer:
              'No. It shows the file’s name and size. Our servers never receive the content; a relay, where one is needed, forwards it encrypted.',
          },
          recipientNeeds,
          bothOnline,
        ],
      },
    ],
    closing: {
      heading: 'Start with a test file',
      text: 'Look at the audit log it creates, show it to your compliance officer, then decide.',
    },
  };
};
