import type { Facts } from '../../../../components/site/facts.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, freeSmall, interrupted } from './shared.js';

export const p2pPage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name } = facts.brand;
  return {
    key: 'p2p',
    title: `P2P file transfer in the browser, explained | ${name}`,
    description: `How two browsers connect, what a relay sees and which checksums verify a file: peer-to-peer file transfer with WebRTC, explained step by step.`,
    hero: {
      look: 'line',
      heading: 'Peer-to-peer file transfer, explained',
      lead: 'Two browsers can send data to each other directly. They need a server to set up the connection, but none to carry the file. This is how it works, step by step, and what each party can see.',
      action: 'Try P2P Transfer',
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'steps',
        heading: 'From a link to a connection',
        steps: [
          {
            title: 'Join',
            text: 'Both browsers open a web socket to our signalling service and authenticate: the sender by their session, the recipient by the share’s password.',
          },
          {
            title: 'Signal',
            text: 'They exchange network addresses and the fingerprints of their encryption keys. These messages are a few kilobytes, and the service forwards them unread.',
          },
          {
            title: 'Connect',
            text: 'The browsers test all pairs of addresses: the local network, the public internet and, if neither works, a relay. They use the best route that works.',
          },
          {
            title: 'Send',
            text: 'An encrypted WebRTC data channel opens. The file is sent in blocks, each with a SHA-256 digest, as fast as the recipient can store them.',
          },
          {
            title: 'Verify',
            text: 'At the end the browsers compare a SHA-256 digest of all block digests. The page shows “verified” only if it matches and every byte is on disk.',
          },
        ],
      },
      {
        kind: 'comparison',
        heading: 'Who can see what',
        columns: ['Sender and recipient', 'Our services', 'The relay, if one is needed'],
        rows: [
          {
            label: 'Content of the file',
            cells: [
              { mark: 'yes', text: 'Yes' },
              { mark: 'no', text: 'Not over a protected link' },
              { mark: 'no', text: 'Encrypted only' },
            ],
          },
          {
            label: 'Name, size and type',
            cells: [
              { mark: 'yes', text: 'Yes' },
              { mark: 'yes', text: 'Yes, to show them' },
              { mark: 'no', text: 'Number of bytes only' },
            ],
          },
          {
            label: 'IP addresses',
            cells: [
              { mark: 'yes', text: 'Each other’s, on a direct connection' },
              { mark: 'yes', text: 'For the audit log and abuse prevention' },
              { mark: 'yes', text: 'Both' },
            ],
          },
          {
            label: 'Password of the share',
            cells: [
              { mark: 'yes', text: 'Yes' },
              { mark: 'partly', text: 'Stored encrypted, for its owner' },
              { mark: 'no', text: 'No' },
            ],
          },
        ],
        note: 'On a direct connection each side sees the other’s IP address. To hide yours, use a VPN.',
      },
      {
        kind: 'prose',
        heading: 'This is not BitTorrent',
        paragraphs: [
          'Here a “peer” is a recipient you invited with a link and a password. Clients without the password are not admitted, the file is not announced or passed on to third parties, and the connection closes after the transfer.',
        ],
      },
      {
        kind: 'ledger',
        heading: 'What direct transfer is good at, and what it isn’t',
        left: {
          title: 'Good at',
          items: [
            'One file, two people, both online now',
            'Two devices on the same network: the data stays in the building',
            'Files that must not be stored elsewhere',
            'Files so large that upload plus download takes too long',
          ],
        },
        right: {
          title: 'Not so good at',
          items: [
            'Recipients who download later',
            'Networks that allow web traffic only: these need a relay, if the operator runs one',
            'Hundreds of recipients: they share your upload speed',
          ],
        },
      },
      {
        kind: 'prose',
        heading: 'The protocol is documented',
        paragraphs: [
          'Everything the two browsers exchange is documented for other implementers: the messages of the handshake, the frames of the transfer, the digests. Our tests include a second implementation, written from that document alone.',
        ],
      },
      {
        kind: 'faq',
        heading: 'For the sceptical',
        items: [
          {
            question: 'Is it end-to-end encrypted?',
            answer:
              'The data channel is encrypted between the two browsers with DTLS, direct or relayed. A protected link carries a key that our servers never see: with it both browsers prove their fingerprints to each other before the first byte, so a server in between is detected. With a plain link you trust our signalling service to forward the fingerprints unchanged. In both cases you trust us to deliver the page.',
          },
          {
            question: 'Which ports must be open?',
            answer:
              'None in particular. Browsers use UDP on dynamic ports. Strict firewalls need a relay over TCP.',
          },
          {
            question: 'Does it work on phones?',
            answer:
              'Yes, while the page is open and visible. iOS and Android suspend background pages after a while, which pauses the transfer; it resumes when you return to the page.',
          },
          interrupted,
          bothOnline,
        ],
      },
    ],
    closing: {
      heading: 'Watch two browsers connect',
      text: 'You need two devices and a file. The second device can be your own phone.',
    },
  };
};
