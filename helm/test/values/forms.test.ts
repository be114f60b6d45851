import { readConfig as readGateway } from '../../../gateway/src/config.js';
import { isBrokerAddress } from '../../../services/_kit/src/process/connections.js';
import { readFirebaseConfig } from '../../../services/identity/src/config.js';
import { readConfig as readTurn } from '../../../services/turn-credentials/src/config.js';
import { faultsOf } from '../lib/chart.js';

type Read = (source: Record<string, string>) => unknown;

/** Whether a process accepts the value of a variable; other variables may be missing. */
const accepts = (read: Read, variable: string, value: string): boolean => {
  try {
    read({ [variable]: value });
    return true;
  } catch (error) {
    return !new RegExp(`^\\s+${variable}\\b`, 'm').test((error as Error).message);
  }
};

const by = (read: Read, variable: string) => (value: string) => accepts(read, variable, value);

const forms: [key: string, accepts: (value: string) => boolean, good: string[], bad: string[]][] = [
  [
    'corsOrigins',
    by(readGateway, 'CORS_ORIGINS'),
    ['https://files.example.com', 'https://files.example.com:8443', 'http://localhost:8080'],
    [
      'https://Files.example.com',
      'https://files.example.com:443',
      'http://files.example.com:80',
      'https://files.example.com/',
      'https://files.example.com:08443',
    ],
  ],
  [
    'assetOrigin',
    by(readGateway, 'ASSET_ORIGIN'),
    ['https://cdn.example.com'],
    ['https://CDN.example.com', 'https://cdn.example.com:443'],
  ],
  [
    'product.supportEmail',
    by(readGateway, 'SUPPORT_EMAIL'),
    ['help@example.com', "o'neil.first+files@mail.example.co.uk"],
    ['help@intranet', 'help@example.c', 'a..b@example.com', 'help me@example.com'],
  ],
  [
    'firebase.projectId',
    by(readFirebaseConfig, 'FIREBASE_PROJECT_ID'),
    ['files-1', 'my-project'],
    ['My_Project', 'abc', 'example.com:files'],
  ],
  [
    'firebase.apiKey',
    by(readGateway, 'FIREBASE_API_KEY'),
    ['AIzaSyA-b_c'],
    ['k1:secret', 'AIza Sy'],
  ],
  [
    'turn.urls',
    by(readTurn, 'TURN_URLS'),
    [
      'turn:turn.example.com',
      'turn:turn.example.com:3478?transport=udp',
      'turns:203.0.113.7:5349?transport=tcp',
      'turn:[2001:db8::1]:3478?transport=udp',
    ],
    [
      'turn://turn.example.com:3478',
      'turn:turn.example.com:3478?transport=tls',
      'turn:user@turn.example.com',
      'https://turn.example.com',
    ],
  ],
  [
    'turn.stunUrls',
    by(readTurn, 'STUN_URLS'),
    ['stun:stun.example.com:3478', 'stuns:stun.example.com', 'stun:[2001:db8::1]:3478'],
    ['stun://stun.example.com', 'stun:stun.example.com?transport=udp'],
  ],
  [
    'nats.address',
    isBrokerAddress,
    [
      'nats://nats.nats.svc:4222',
      'tls://nats:4222/?tlsCAFile=/run/ca/ca.crt',
      'tls://10.0.0.7',
      'nats://[fd00::7]:4222',
    ],
    ['nats://a:4222,b:4222', 'nats://a:4222,nats://b:4222', 'http://nats:4222', 'nats://'],
  ],
];

const isList = (key: string) => ['corsOrigins', 'turn.urls', 'turn.stunUrls'].includes(key);

const faultsWith = (key: string, value: string) => {
  const extra = ['--set-json', `${key}=${JSON.stringify(isList(key) ? [value] : value)}`];
  return faultsOf({ chart: 'tandem', example: 'minimal', extra });
};

// A value that a process refuses with exit code 78 would stop a rollout half-way.
describe.each(forms)('the form of %s', (key, isAccepted, good, bad) => {
  it.each(good)('lets %s pass, as the process does', (value) => {
    expect(isAccepted(value)).toBe(true);
    expect(faultsWith(key, value)).toEqual([]);
  });

  it.each(bad)('refuses %s, as the process does', (value) => {
    expect(isAccepted(value)).toBe(false);
    expect(faultsWith(key, value)).toEqual([expect.stringMatching(`^${key} must be `)]);
  });
});

it('the form of publicUrl is one that Kubernetes accepts as the host of a route', () => {
  expect(faultsWith('publicUrl', 'https://Files.example.com')).toEqual([
    expect.stringMatching(/^publicUrl must be .*lower case/),
  ]);
});
