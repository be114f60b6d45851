/** Keys by id, the primary one first. */
export interface Keyring {
  /** Signs and encrypts. */
  readonly primary: { readonly kid: string; readonly key: Uint8Array };
  /** Ids of the keys that only verify or decrypt. */
  readonly otherKids: readonly string[];
  /** Key to verify or decrypt with; undefined when the id is unknown or retired. */
  find(kid: string): Uint8Array | undefined;
}

const keyBytes = 32;

export const isKeyId = (text: unknown): text is string =>
  typeof text === 'string' && /^[\w-]{1,32}$/.test(text);

/** Parses `kid:base64url(32 bytes)[,kid2:…]`. Error messages contain no key material. */
export const parseKeyring = (text: string): Keyring => {
  const keys = new Map<string, Uint8Array>();
  for (const entry of text.split(',')) {
    const [kid, encoded, ...rest] = entry.trim().split(':');
    if (!kid || !encoded || rest.length > 0 || !isKeyId(kid)) {
      throw new Error('must be kid:base64url pairs separated by commas');
    }
    const key = Buffer.from(encoded, 'base64url');
    if (key.length !== keyBytes) throw new Error(`key "${kid}" must hold ${keyBytes} bytes`);
    if (keys.has(kid)) throw new Error(`key id "${kid}" is given twice`);
    keys.set(kid, key);
  }
  const [first, ...others] = keys;
  if (!first) throw new Error('must hold at least one key');
  return {
    primary: { kid: first[0], key: first[1] },
    otherKids: others.map(([kid]) => kid),
    find: (kid) => keys.get(kid),
  };
};
