import { createECDH } from 'node:crypto';

/** The environment that turns notices on, with a new pair of keys. */
export const pushKeys = (): Record<string, string> => {
  const pair = createECDH('prime256v1');
  return {
    VAPID_PUBLIC_KEY: pair.generateKeys('base64url', 'uncompressed'),
    VAPID_PRIVATE_KEY: pair.getPrivateKey('base64url'),
    VAPID_SUBJECT: 'mailto:operator@example.test',
  };
};
