import { createECDH } from 'node:crypto';
import type { PresentVariables } from '@tandem/kit';

/** Identifies the operator to push services (RFC 8292). */
export interface Vapid {
  /** Uncompressed point of P-256 in base64url. */
  publicKey: string;
  /** 32 bytes in base64url. */
  privateKey: string;
  /** mailto: or https: */
  subject: string;
}

const variables = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] as const;

const publicKeyOf = (privateKey: string): string => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return pair.getPublicKey('base64url', 'uncompressed');
};

const isPair = (publicKey: string, privateKey: string): boolean => {
  try {
    return publicKeyOf(privateKey) === publicKey;
  } catch {
    return false;
  }
};

/**
 * Restores the leading zero bytes of a private key, which some generators omit; about one key in 256 has some. web-push
 * refuses keys of other lengths than 32 bytes.
 */
export const padPrivateKey = (privateKey: string): string => {
  const bytes = Buffer.from(privateKey, 'base64url');
  return Buffer.concat([Buffer.alloc(Math.max(0, 32 - bytes.length)), bytes]).toString('base64url');
};

/** Push is configured with all three variables or not at all. */
export const vapidFaults = (present: PresentVariables): string[] => {
  const missing = variables.filter((name) => present[name] === undefined);
  if (missing.length === variables.length) return [];
  if (missing.length > 0) return missing.map((name) => `${name}: required for Web Push`);
  const [publicKey = '', privateKey = ''] = variables.map((name) => present[name]);
  return isPair(publicKey, privateKey)
    ? []
    : ['VAPID_PUBLIC_KEY: does not belong to VAPID_PRIVATE_KEY'];
};
