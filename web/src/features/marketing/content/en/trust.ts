import type { Facts } from '../../../../components/site/facts.js';
import type { MarketingPage } from '../../content-types.js';
import { freeSmall, getStarted } from './shared.js';

/** Equal in substance to docs/trust.md. */
export const trustPage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name } = facts.brand;
  return {
    key: 'trust',
    title: `What we can and cannot see | ${name}`,
    description: `What the operator of ${name} can learn about your shares, what it cannot do to a file sent over a protected link, which risk remains, and how to check these statements.`,
    hero: {
      look: 'ink',
      heading: 'What we can and cannot see',
      lead: 'Two browsers exchange the file. We connect them, and we deliver the page that both of them run. This page states what that allows us to do, what it does not, and what you still have to trust us with.',
      action: getStarted(facts),
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'ledger',
        heading: 'What the operator can and cannot do',
        intro:
          'The right column applies to protected links and to the code as published. The last section describes how to check it.',
        left: {
          title: 'We can',
          items: [
            'See who creates and opens shares: accounts, IP addresses, times, and the names and email addresses that recipients enter',
            'See the name, size and type of each shared file, because our pages show them',
            'Read the password of a share: we store it encrypted and show it to its owner',
            'Refuse, delay or interrupt a transfer, and stop a share',
            'Claim a different file name or size: the recipient’s page then rejects the file and shows the difference',
            'Redirect the browser of one recipient so that it drops the key: the page then says “Plain link”, and the sender’s page asks before it sends the file. Tell recipients of a link with a part after # to continue only where the page says “Protected link”',
            'Redirect it to a link with another key, which we made: the page then says “Protected link” about ours. It shows how the link ends; if that differs from your message, recipients should not continue. A browser that opened the share before refuses another key',
            'Let someone into a share without its password: over a protected link, that device has no valid proof',
            'See which browser waits for a notice of which share, where notices are offered',
            'Hold back the report of a delivery, or record one that did not happen: a receipt signed by both browsers does not depend on our records',
            'Change or delete entries of the audit log: owners who looked at or exported it before can find that out',
          ],
        },
        right: {
          title: 'We cannot',
          items: [
            'Read or change a file on its way',
            'Stand between the two browsers unnoticed: each proves its encryption keys to the other before the file’s name is sent',
            'Learn the key in the link: browsers do not send the part after # to servers, and the page removes it from the address',
            'Turn a protected link into a plain one after the page has read its key: the link and the page decide that, not a response of our servers',
            'Keep a copy of the file: no server receives it, and a relay forwards encrypted data',
          ],
        },
      },
      {
        kind: 'comparison',
        heading: 'Two kinds of links',
        intro:
          'The dashboard copies a protected link on the device that created the share. On another device it shows a plain link and explains why.',
        columns: ['Protected link, with a key after #', 'Plain link'],
        rows: [
          {
            label: 'The connection is encrypted',
            cells: [
              { mark: 'yes', text: 'Yes' },
              { mark: 'yes', text: 'Yes' },
            ],
          },
          {
            label: 'A server between the browsers is detected',
            cells: [
              { mark: 'yes', text: 'By both, before a name is sent' },
              { mark: 'no', text: 'No: you trust us to forward the keys unchanged' },
            ],
          },
          {
            label: 'The file comes from a holder of the link',
            cells: [
              { mark: 'yes', text: 'Proved' },
              { mark: 'no', text: 'Not proved' },
            ],
          },
          {
            label: 'The page says “verified”',
            cells: ['After the proof and equal checksums', 'Never'],
          },
        ],
      },
      {
        kind: 'aside',
        heading: 'What remains: the page itself',
        paragraphs: [
          'Your browser runs the code that we deliver. Modified code could read files and keys, and a browser does not compare it with a published version for you. This is the largest risk that remains.',
          `We make such a change visible and an intrusion harder. Every build has a manifest with the hash of each file, and a release signs it. The page lists the hashes of all its scripts, and a browser refuses a script whose content differs. Pages for sending and receiving load no script of a third party: ${facts.hasPayments ? 'Google’s script runs on the sign-in page only, Stripe’s on the payment page only, each in a document of its own' : 'Google’s script runs on the sign-in page only, in a document of its own'}.`,
        ],
      },
      {
        kind: 'ledger',
        heading: 'What a protected link does not do',
        left: {
          title: 'Between people',
          items: [
            'It does not distinguish its holders: every holder has a valid proof. Where that matters, create a share for each recipient',
            'It does not protect the message that contains it. Send the password another way',
            'It does not protect a sender who answers “Send anyway” to a device without the proof',
            'It does not hide the two from each other: each learns the name and email address that the other gave, and the receipt of a delivery contains both',
          ],
        },
        right: {
          title: 'On a device',
          items: [
            'The browser’s history may contain the full link, and extensions can read pages',
            'A damaged key does not fall back to a plain link: the page says that the link is incomplete',
            'The sender’s secret stays in the browser that created the share. Clearing its data makes new protected links for that share impossible',
          ],
        },
      },
      {
        kind: 'steps',
        heading: 'How to check',
        intro: 'Anyone can do the first two; the others need the source code.',
        steps: [
          {
            title: 'Look at the network log',
            text: 'Open the developer tools of your browser while you open a protected link. No request contains the part after #, and none contains the file.',
          },
          {
            title: 'Compare the release',
            text: 'The footer of these pages shows the release. Compare it with the one that the operator publishes, or with that of your colleague’s browser.',
          },
          {
            title: 'Compare every file',
            text: '“npm run verify:site” downloads the files of a site and compares them with the signed manifest of a release.',
          },
          {
            title: 'Build it yourself',
            text: 'Two builds of the same source with the same settings are identical, byte for byte. The manifest of your build must equal the published one.',
          },
          {
            title: 'Attack it',
            text: 'The test suite contains a server that stands between two real pages. Both detect it, and nothing is saved.',
          },
        ],
      },
      {
        kind: 'faq',
        heading: 'Questions about trust',
        items: [
          {
            question: 'Which kind of link do I have?',
            answer:
              'A protected link has a # followed by 22 characters. Copy it whole: without that part it is a plain link.',
          },
          {
            question: 'Could you be forced to hand over a file?',
            answer:
              'There is no file to hand over: our servers never receive one. We could hand over what the left column lists. An order to deliver modified code is the risk that remains.',
          },
          {
            question: 'Does the password protect the file?',
            answer:
              'It controls who gets in, and it does so on our servers. The key in a protected link protects the file. Send the two over different channels.',
          },
        ],
      },
    ],
    closing: {
      heading: 'Trust less, check more',
      text: 'Send a test file to yourself and watch the network log.',
    },
  };
};
