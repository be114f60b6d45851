/** Variables with addresses that a process connects to. Addresses for browsers have other names. */
const connectionName =
  /(_ADDR|MONGO_URL|NATS_URL|_API_BASE|_EMULATOR_HOST|^SIGNALLING_URLS|_ENDPOINT)$/;

/**
 * An address without its credentials and its parameters, which may also contain some. A password with an unescaped `@`,
 * `/`, `?` or `#` cannot be separated from the rest, so only the scheme of such an address is shown.
 */
export const withoutSecrets = (address: string): string => {
  const [, scheme = '', rest = ''] = /^([\w+.-]+:\/\/)?(.*)$/s.exec(address) ?? [];
  const shown = /^(?:[^/?#@]*@)?([^?#@]*)(?:[?#][^@]*)?$/.exec(rest)?.[1];
  return scheme + (shown ?? '…');
};

const credentials = String.raw`[^:/?#[\]@]+(?::[^:/?#[\]@]*)?@`;
const host = String.raw`(?:[\w.%-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?`;
const databases = String.raw`${host}(?:,${host})*(?:/[^?#@]*)?`;
const brokerPattern = new RegExp(
  String.raw`^(?:nats|tls)://(?:${credentials})?${host}/?(?:\?[^#@]*)?$`,
);
const databasePattern = new RegExp(
  String.raw`^mongodb(?:\+srv)?://(?:${credentials}${databases}(?:\?[^#]*)?|${databases}(?:\?[^#@]*)?)$`,
);

const hasDecodableCredentials = (address: string): boolean => {
  try {
    decodeURIComponent(address.slice(0, address.indexOf('@') + 1));
    return true;
  } catch {
    return false;
  }
};

export const brokerAddressRule =
  'must be one nats:// or tls:// URL, with a percent-encoded password';

/** Whether the text is the address of one broker server; that server names the others to the client. */
export const isBrokerAddress = (address: string): boolean =>
  brokerPattern.test(address) && hasDecodableCredentials(address);

/** The driver's errors may quote an address that it cannot parse, so such an address must not reach it. */
export const isDatabaseAddress = (address: string): boolean =>
  databasePattern.test(address) && hasDecodableCredentials(address);

/** The addresses in a configuration by variable, for the log. */
export const describeConnections = (config: object): Record<string, string> =>
  Object.fromEntries(
    (Object.entries(config) as [string, unknown][])
      .filter(([name, value]) => connectionName.test(name) && value !== undefined)
      .map(([name, value]) => [name, [value].flat().map(String).map(withoutSecrets).join(', ')]),
  );
