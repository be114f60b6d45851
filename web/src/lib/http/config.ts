import type { Config, Policy } from '@tandem/proto/browser/http/config';
import { defaultStunUrls } from '@tandem/proto/browser/policy';
import { browserStorage } from '../browser/storage.js';
import { defaultBrand, setBrand } from '../texts/brand.js';
import { fieldsOf, textOr, type Unchecked } from '../unchecked.js';
import { ApiError, callApi, readText } from './http.js';

/**
 * The deployment's configuration, with defaults for what its server does not send. Policy, testimonials and the links
 * of the operator are read where pages quote them: the recipient's page loads this file first.
 */
export type RuntimeConfig = Omit<Config, 'policy' | 'testimonials' | 'operatorLinks'> & {
  policy: Unchecked<Policy>;
  testimonials: unknown;
  operatorLinks: unknown;
};

const readStunServers = (value: unknown): string[] => {
  if (!Array.isArray(value)) return [...defaultStunUrls];
  const urls = value.filter((item): item is string => typeof item === 'string');
  return urls.length > 0 ? urls : [...defaultStunUrls];
};

const sameOriginSocket = (): string =>
  `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/ws`;

/** A socket address may be absolute or a path on the page's own origin. */
const readSignallingUrl = (value: unknown): string => {
  const address = textOr(value);
  if (/^wss?:\/\//.test(address)) return address;
  return sameOriginSocket().replace(/\/ws$/, address.startsWith('/') ? address : '/ws');
};

const readProvider = (value: unknown): Config['payments']['provider'] =>
  value === 'stripe' || value === 'none' ? value : 'local';

/**
 * The server names the Auth emulator, which gets refresh tokens and passwords, and says who is signed in. So only a page
 * of this machine uses one: elsewhere a compromised server could make the page believe in another user.
 */
const readEmulatorOrigin = (value: unknown): string | null => {
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);
  return isLoopback ? textOr(value) || null : null;
};

/** Reads the response; missing parts get defaults, an invalid API key is an error. */
export const readConfig = (answer: unknown): RuntimeConfig => {
  const root: Unchecked<Config> = fieldsOf(answer);
  const product: Unchecked<Config['product']> = fieldsOf(root.product);
  const firebase: Unchecked<Config['firebase']> = fieldsOf(root.firebase);
  const payments: Unchecked<Config['payments']> = fieldsOf(root.payments);
  const apiKey = textOr(firebase.apiKey);
  if (apiKey === '' || apiKey.includes(':')) {
    throw new Error('The identity provider needs an API key without a colon.');
  }
  return {
    product: {
      name: textOr(product.name, defaultBrand.name),
      slug: textOr(product.slug, defaultBrand.slug),
      supportEmail: textOr(product.supportEmail, defaultBrand.supportEmail),
    },
    firebase: {
      apiKey,
      authDomain: textOr(firebase.authDomain),
      projectId: textOr(firebase.projectId),
      emulatorOrigin: readEmulatorOrigin(firebase.emulatorOrigin),
    },
    payments: {
      provider: readProvider(payments.provider),
      publishableKey: textOr(payments.publishableKey),
    },
    signallingUrl: readSignallingUrl(root.signallingUrl),
    pushPublicKey: textOr(root.pushPublicKey),
    stunServers: readStunServers(root.stunServers),
    policy: fieldsOf(root.policy),
    testimonials: root.testimonials,
    operatorLinks: root.operatorLinks,
  };
};

let loading: Promise<RuntimeConfig> | null = null;
let loaded: RuntimeConfig | null = null;

/** The configuration if it is loaded. */
export const loadedConfig = (): RuntimeConfig | null => loaded;

/** The last valid answer, so that the installed app opens without a network. */
const storageKey = 'config';

const keep = (answer: unknown): void => browserStorage.write(storageKey, JSON.stringify(answer));

const keptConfig = (): RuntimeConfig | null => {
  try {
    return readConfig(browserStorage.readJson(storageKey));
  } catch {
    return null;
  }
};

/**
 * Only while the device is offline. If it is online, a server that does not respond is unavailable, and the page says
 * so.
 */
const isWithoutNetwork = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.status === 0 && !navigator.onLine;

/**
 * Loads the configuration once per page; after a failure the next caller tries again. Offline, it returns the last
 * configuration stored on this device, and `loadedConfig` stays null.
 */
export const loadConfig = (): Promise<RuntimeConfig> => {
  loading ??= fetchConfig().catch((error: unknown) => {
    loading = null;
    const kept = isWithoutNetwork(error) ? keptConfig() : null;
    if (kept === null) throw error;
    setBrand(kept.product);
    return kept;
  });
  return loading;
};

const fetchConfig = async (): Promise<RuntimeConfig> => {
  const response = await callApi('/config');
  const answer: unknown = JSON.parse(await readText(response));
  const config = readConfig(answer);
  keep(answer);
  setBrand(config.product);
  loaded = config;
  return config;
};

/** Discards the loaded configuration; for tests. */
export const forgetConfig = (): void => {
  loading = null;
  loaded = null;
};
