import { defaultBrand, setBrand } from '../texts/brand.js';
import { apiUrl } from '../paths.js';
import { traceHeader } from './traceparent.js';

/** What `GET /api/config` tells one build of the app about the environment that serves it. */
export interface RuntimeConfig {
  product: { name: string; slug: string; supportEmail: string };
  firebase: {
    apiKey: string;
    authDomain: string;
    projectId: string;
    /** Set when the identity provider is the Auth emulator. */
    emulatorOrigin: string | null;
  };
  payments: { provider: 'stripe' | 'local'; publishableKey: string };
  /** Address of the signalling socket, e.g. wss://host/ws. */
  signallingUrl: string;
  /** Two public STUN servers, used before (and, on failure, instead of) relay servers. */
  stunServers: string[];
  /** Numbers that pages quote; absent ones fall back to the specification's defaults. */
  policy: Record<string, unknown>;
}

/** Used when the configuration names none. */
const defaultStunServers = ['stun:stun.l.google.com:19302', 'stun:stun1.l.google.com:19302'];

type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const part = (value: unknown): Json => (isJson(value) ? value : {});
const text = (value: unknown, fallback = ''): string =>
  typeof value === 'string' ? value : fallback;

const readStunServers = (value: unknown): string[] => {
  if (!Array.isArray(value)) return defaultStunServers;
  const urls = value.filter((item): item is string => typeof item === 'string');
  return urls.length > 0 ? urls : defaultStunServers;
};

const sameOriginSocket = (): string =>
  `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/ws`;

/** A socket address may be absolute or a path on the page's own origin. */
const readSignallingUrl = (value: unknown): string => {
  const address = text(value);
  if (/^wss?:\/\//.test(address)) return address;
  return sameOriginSocket().replace(/\/ws$/, address.startsWith('/') ? address : '/ws');
};

/** Turns the answer into a RuntimeConfig; missing parts get defaults, a bad key is an error. */
export const readConfig = (answer: unknown): RuntimeConfig => {
  const root = part(answer);
  const product = part(root['product']);
  const firebase = part(root['firebase']);
  const payments = part(root['payments']);
  const apiKey = text(firebase['apiKey']);
  if (apiKey === '' || apiKey.includes(':')) {
    throw new Error('The identity provider needs an API key without a colon.');
  }
  return {
    product: {
      name: text(product['name'], defaultBrand.name),
      slug: text(product['slug'], defaultBrand.slug),
      supportEmail: text(product['supportEmail'], defaultBrand.supportEmail),
    },
    firebase: {
      apiKey,
      authDomain: text(firebase['authDomain']),
      projectId: text(firebase['projectId']),
      emulatorOrigin: text(firebase['emulatorOrigin']) || null,
    },
    payments: {
      provider: payments['provider'] === 'stripe' ? 'stripe' : 'local',
      publishableKey: text(payments['publishableKey']),
    },
    signallingUrl: readSignallingUrl(root['signallingUrl']),
    stunServers: readStunServers(root['stunServers']),
    policy: part(root['policy']),
  };
};

let loading: Promise<RuntimeConfig> | null = null;

/** Loads the configuration once per page; after a failure the next caller tries again. */
export const loadConfig = (): Promise<RuntimeConfig> => {
  loading ??= fetchConfig().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
};

const fetchConfig = async (): Promise<RuntimeConfig> => {
  const response = await fetch(apiUrl('/config'), {
    headers: { accept: 'application/json', ...traceHeader() },
  });
  if (!response.ok) throw new Error(`The configuration could not be loaded (${response.status}).`);
  const config = readConfig(await response.json());
  setBrand(config.product);
  return config;
};

/** For tests: forget what was loaded. */
export const forgetConfig = (): void => {
  loading = null;
};
