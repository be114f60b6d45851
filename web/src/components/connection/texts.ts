import { defineTexts } from '../../lib/texts/catalogue.js';

/** Texts of the connection details, of both sides. */
export const texts = defineTexts('connection', {
  en: {
    summary: 'Connection details',
    summaryOf: (name: string) => `Connection details of ${name}`,
    route: 'Route',
    routes: {
      direct: 'Direct, within your network',
      stun: 'Direct, over the internet',
      turn: 'Through an encrypted relay',
      unknown: 'Not known yet',
    },
    roundTrip: 'Round trip',
    milliseconds: (ms: number) => (ms < 1 ? 'Less than 1 ms' : `${Math.round(ms)} ms`),
    loss: 'Packet loss',
    lost: (share: number) => `${(share * 100).toFixed(1)}%`,
    notMeasured: 'Not measured yet',
    noLoss: 'Not available. Browsers do not report it for this connection.',
    lanes: 'Connections in use',
    limitedBy: 'Limited by',
    notKnown: 'Not known yet',
    factors: {
      sender: {
        line: 'The network between you',
        relay: 'The relay, or the network to it',
        'sender-limit': 'Your speed limit',
        'recipient-limit': 'The recipient’s speed limit',
        'sender-disk': 'Your disk: the file is read more slowly than it is sent',
        'recipient-disk': 'The recipient’s disk: it stores more slowly than the file arrives',
        'sender-device': 'This device’s processor',
        devices: 'The processors of both devices; the network is faster',
      },
      recipient: {
        line: 'The network between you',
        relay: 'The relay, or the network to it',
        'sender-limit': 'The sender’s speed limit',
        'recipient-limit': 'Your speed limit',
        'sender-disk': 'The sender’s disk: the file is read more slowly than it is sent',
        'recipient-disk': 'Your disk: it stores more slowly than the file arrives',
        'sender-device': 'The processor of the sender’s device',
        devices: 'The processors of both devices; the network is faster',
      },
    },
    peerLimit: { sender: 'The recipient’s limit', recipient: 'The sender’s limit' },
    yielding: 'Leaves room for others',
    speed: 'Speed in the last minute',
    curve: (now: string, highest: string, lowest: string) =>
      `Now ${now}, highest ${highest}, lowest ${lowest}.`,
    noSpeed: '0 MB/s',
    limit: {
      summary: 'Speed limit',
      send: 'Speed limit for sending',
      receive: 'Speed limit for receiving',
      none: 'No limit',
      yielding: 'Leave room for others',
      rate: 'Use at most',
      unit: 'MB/s',
      unitLabel: 'Limit in megabytes per second',
      set: 'Set',
      invalid: (least: string) => `Enter a number of at least ${least}.`,
      saved: {
        none: 'No limit.',
        yielding: 'Slows down while other programs or people use the network.',
        rate: (speed: string) => `At most ${speed}.`,
      },
      scope: {
        send: 'Applies to everything that this page sends, and is kept on this device.',
        receive: 'Applies to what this page receives, and is kept on this device.',
      },
    },
  },
});
