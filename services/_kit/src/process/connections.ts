/** Variables with addresses that a process connects to. Addresses for browsers have other names. */
const connectionName =
  /(_ADDR|MONGO_URL|NATS_URL|_API_BASE|_EMULATOR_HOST|^SIGNALLING_URLS|_ENDPOINT)$/;

/** An address without credentials and parameters, which may contain more. */
export const withoutSecrets = (address: string): string =>
  address.replace(/^([\w+]+:\/\/)[^/]*@/, '$1').replace(/[?#].*$/, '');

/** The addresses in a configuration by variable, for the log. */
export const describeConnections = (config: object): Record<string, string> =>
  Object.fromEntries(
    (Object.entries(config) as [string, unknown][])
      .filter(([name, value]) => connectionName.test(name) && value !== undefined)
      .map(([name, value]) => [name, [value].flat().map(String).map(withoutSecrets).join(', ')]),
  );
