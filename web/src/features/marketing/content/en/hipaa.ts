import { describeMonths, type Facts } from '../../../../components/site/facts.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, recipientNeeds, wrongPasswords } from './shared.js';

export const hipaaPage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name, supportEmail } = facts.brand;
  const retention = describeMonths(facts.auditRetentionMonths);
  return {
    key: 'hipaa',
    title: `HIPAA-compliant file sharing: what a tool can do | ${name}`,
    description: `No software is HIPAA compliant by itself. What ${name} contributes to compliant file sharing (no stored copies, access control, audit log) and what remains your part.`,
    hero: {
      look: 'ink',
      heading: 'File sharing under HIPAA: what a tool can do, and what it cannot',
      lead: 'Compliance is a property of an organisation, not of a web page. A tool can make it easier. Ours does so mainly by what it does not have: a copy of your patient’s file.',
      action: 'Start HIPAA Transfer',
      small: 'Free to try with files that contain no patient data.',
    },
    blocks: [
      {
        kind: 'comparison',
        heading: 'The Security Rule’s technical safeguards, one by one',
        intro:
          '45 CFR § 164.312 names five standards. This is how the product meets your side of each.',
        columns: [`What ${name} does`, 'What remains yours'],
        rows: [
          {
            label: 'Access control (a)',
            cells: [
              `A link and a generated password for every share; expiry; stop at any moment; ${wrongPasswords(facts)}`,
              'Decide who gets the password, and tell it over another channel',
            ],
          },
          {
            label: 'Audit controls (b)',
            cells: [
              `Every creation, access, refusal and completed download with time, address and stated name, kept for ${retention}, exportable as CSV`,
              'Review it, and export what you have to keep longer',
            ],
          },
          {
            label: 'Integrity (c)',
            cells: [
              'SHA-256 over every piece and over the whole file, compared before the transfer counts as complete',
              'Keep the original',
            ],
          },
          {
            label: 'Person authentication (d)',
            cells: [
              'Signed-in senders; recipients by password, with the name and address they state',
              'Verify who the person is: a stated name is not an identity check',
            ],
          },
          {
            label: 'Transmission security (e)',
            cells: [
              'Encrypted from browser to browser (DTLS), also when a relay is needed',
              'Secure devices at both ends',
            ],
          },
        ],
        note: 'A summary for orientation, not legal advice.',
      },
      {
        kind: 'figures',
        items: [
          { figure: '0', text: 'copies of the file on our servers, at any time' },
          { figure: retention, text: 'of audit log kept in this service' },
          { figure: '72 hours', text: 'at most until we tell you of a breach of our systems' },
        ],
      },
      {
        kind: 'aside',
        heading: 'Three things we do not claim',
        paragraphs: [
          'We are not “HIPAA certified”: no such certificate exists. We do not make your organisation compliant. And we do not sign a business associate agreement by default; if you need one, write to us before you send patient data.',
          'HIPAA asks you to keep certain documentation for six years. This service keeps its log for ' +
            `${retention}. Export it regularly, or run the service yourself with a longer retention.`,
        ],
      },
      {
        kind: 'prose',
        heading: 'Why not storing matters',
        paragraphs: [
          'Most reported breaches concern data at rest: a database, a mailbox, a misplaced backup. A file that never rests outside its two ends cannot be taken from there. What we do hold (account data, file names, the audit log) is listed in the privacy policy; keep patient names out of file names.',
        ],
      },
      {
        kind: 'steps',
        heading: 'A careful hand-over',
        steps: [
          {
            title: 'Name the file neutrally',
            text: 'File names appear in the audit log and on the share page. A case number says enough.',
          },
          {
            title: 'Share, and shorten its life',
            text: 'Paid plans can let a share expire after one day. Stop it as soon as the download is complete.',
          },
          {
            title: 'Say the password on the phone',
            text: 'Call a number you already know. That also answers the question who is at the other end.',
          },
          {
            title: 'File the log',
            text: 'Export the audit log as CSV and put it where your other records are.',
          },
        ],
      },
      {
        kind: 'faq',
        heading: 'From practices and clinics',
        items: [
          {
            question: 'Is the service a business associate?',
            answer: `That depends on what you send and on your contract with us. Ask your counsel, and write to ${supportEmail} before you use it for protected health information.`,
          },
          {
            question: 'Can we run it ourselves?',
            answer:
              'Yes. The whole product can be installed in your own data centre or cloud account, with your own identity provider, database, relay and retention periods.',
          },
          {
            question: 'Does the log show what was in the file?',
            answer: 'No. It shows the name, the size and the type. The content never reaches us.',
          },
          recipientNeeds,
          bothOnline,
        ],
      },
    ],
    closing: {
      heading: 'Start with a test file',
      text: 'See the log it leaves, show it to your compliance officer, then decide.',
    },
  };
};
