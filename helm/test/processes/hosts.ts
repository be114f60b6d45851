import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

type Callback = (error: Error | null, address?: unknown, family?: number) => void;
type Options = dns.LookupOptions | undefined;

/**
 * Replaces the cluster's DNS: `node --import hosts.mjs …` with HOSTS_FILE naming a JSON file of
 * `{ "service.namespace.svc": ["127.0.0.1", …] }`. The file is read at each lookup, because endpoints change. Other names
 * are resolved by the system.
 */
const known = (name: string): string[] | undefined => {
  const hosts = JSON.parse(readFileSync(process.env['HOSTS_FILE'] ?? '', 'utf8')) as Record<
    string,
    string[]
  >;
  return hosts[name];
};

const notFound = (name: string) =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });

const system = {
  lookup: dns.lookup as (name: string, options: unknown, callback?: Callback) => void,
  promised: dns.promises.lookup as (name: string, options?: Options) => Promise<unknown>,
};

const withFamily = (addresses: readonly string[]) =>
  addresses.map((address) => ({ address, family: 4 }));

const lookup = (name: string, options: Options | Callback, callback?: Callback): void => {
  const done = typeof options === 'function' ? options : callback;
  const isAll = typeof options === 'object' && options.all === true;
  const addresses = known(name);
  if (!addresses) {
    system.lookup(name, options, callback);
    return;
  }
  process.nextTick(() => {
    if (addresses.length === 0) done?.(notFound(name));
    else if (isAll) done?.(null, withFamily(addresses));
    else done?.(null, addresses[0], 4);
  });
};

const promised = async (name: string, options?: Options): Promise<unknown> => {
  const addresses = known(name);
  if (!addresses) return system.promised(name, options);
  const [first] = addresses;
  if (first === undefined) throw notFound(name);
  return options?.all ? withFamily(addresses) : { address: first, family: 4 };
};

Object.assign(dns, { lookup });
Object.assign(dns.promises, { lookup: promised });
syncBuiltinESMExports();
