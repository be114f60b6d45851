import type { Facts } from '../../../../components/site/facts.js';
import type { MarketingPage } from '../../content-types.js';
import { bothOnline, freeSmall, interrupted } from './shared.js';

export const p2pPage = (facts: Facts): Omit<MarketingPage, 'path'> => {
  const { name } = facts.brand;
  return {
    key: 'p2p',
    title: `P2P file transfer in the browser, explained | ${name}`,
    description: `How two browsers find each other, what a relay sees, which checksums prove that a file arrived whole: peer-to-peer file transfer with WebRTC, without the magic.`,
    hero: {
      look: 'line',
      heading: 'Peer-to-peer file transfer, without the magic',
      lead: 'Two browsers can talk to each other directly. It takes a server to introduce them, and none to carry the file. Here is what happens, step by step, and what each party gets to see.',
      action: 'Try P2P Transfer',
      small: freeSmall(facts),
    },
    blocks: [
      {
        kind: 'steps',
        heading: 'From a link to a line',
        steps: [
          {
            title: 'Meet',
            text: 'Both browsers open a web socket to our signalling service and show that they belong to the share: the sender by their session, the recipient by the password.',
          },
          {
            title: 'Introduce',
            text: 'They exchange addresses and the fingerprints of their encryption keys through it. These notes are a few kilobytes. The service forwards them without reading them.',
          },
          {
            title: 'Find a way',
            text: 'Each browser tries all pairs of addresses: the local network, the public internet and, if nothing else works, a relay. The best way that answers wins.',
          },
          {
            title: 'Send',
            text: 'An encrypted WebRTC data channel opens. The file goes through it in pieces, each with a SHA-256 checksum, as fast as the other side can store them.',
          },
          {
            title: 'Compare',
            text: 'At the end a checksum over the whole file is compared. Only when it is equal, and every byte is on the disk, does the page say “verified”.',
          },
        ],
      },
      {
        kind: 'comparison',
        heading: 'Who sees what',
        columns: ['Sender and recipient', 'Our services', 'The relay, if one is needed'],
        rows: [
          {
            label: 'Content of the file',
            cells: [
              { mark: 'yes', text: 'Yes' },
              { mark: 'no', text: 'No' },
              { mark: 'no', text: 'Encrypted only' },
            ],
          },
          {
            label: 'Name, size and type',
            cells: [
              { mark: 'yes', text: 'Yes' },
              { mark: 'yes', text: 'Yes, to show them' },
              { mark: 'no', text: 'Amount of bytes only' },
            ],
          },
          {
            label: 'IP addresses',
            cells: [
              { mark: 'yes', text: 'Each other’s, on a direct way' },
              { mark: 'yes', text: 'For the audit log and against abuse' },
              { mark: 'yes', text: 'Of both' },
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
        note: 'A direct connection shows each side the other’s address: that is what “direct” means. If that matters to you, use a VPN.',
      },
      {
        kind: 'prose',
        heading: 'This is not torrent',
        paragraphs: [
          'The word is the same, the thing is not. Here a “peer” is one person you invited with a link and a password. Nobody else can join, nothing is announced anywhere, nothing is passed on to third parties, and after the transfer the connection is gone.',
        ],
      },
      {
        kind: 'ledger',
        heading: 'What the direct way is good at, and what not',
        left: {
          title: 'Good',
          items: [
            'Two people, one file, now',
            'Both in the same network: the bytes stay in the building',
            'Files that must not be stored elsewhere',
            'Sizes for which upload plus download takes too long',
          ],
        },
        right: {
          title: 'Not so good',
          items: [
            'Recipients who come later',
            'Networks that forbid everything but web pages: then only a relay helps, if the operator runs one',
            'Hundreds of recipients: each takes a share of your upload',
          ],
        },
      },
      {
        kind: 'prose',
        heading: 'The protocol is public',
        paragraphs: [
          'Everything the two browsers say to each other is written down so that somebody else can implement it: the messages of the handshake, the frames of the transfer, the checksums. A second implementation, written from that document alone, takes part in our own tests.',
        ],
      },
      {
        kind: 'faq',
        heading: 'Asked by people who look twice',
        items: [
          {
            question: 'Is it end-to-end encrypted?',
            answer:
              'The data channel is encrypted between the two browsers with DTLS, whatever way it takes. The fingerprints of the keys are exchanged through our signalling service, so you trust it to pass them on unchanged, as you trust us to deliver the page itself.',
          },
          {
            question: 'Which ports have to be open?',
            answer:
              'None in particular. Browsers use UDP on ports of their own choice and fall back to other ways. Very strict firewalls need a relay over TCP.',
          },
          {
            question: 'Does it work on phones?',
            answer:
              'Yes, with the page open and in front. iOS and Android pause pages in the background after a while, and with them the transfer; it goes on when the page is back.',
          },
          interrupted,
          bothOnline,
        ],
      },
    ],
    closing: {
      heading: 'Watch two browsers find each other',
      text: 'It takes two devices and a file. The second device can be your own phone.',
    },
  };
};
