import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Stands in for the cluster's DNS: `node --import hosts.mjs …` with HOSTS_FILE naming a JSON file of
 * `{ "service.namespace.svc": ["127.0.0.1", …] }`. The file is read at each question, so that endpoints
 * come and go. Names that are not in it go to the system.
 */
/** @param {string} name @returns {string[] | undefined} */
const known = (name) => {
  /** @type {Record<string, string[]>} */
  const hosts = JSON.parse(readFileSync(process.env['HOSTS_FILE'] ?? '', 'utf8'));
  return hosts[name];
};

/** @param {string} name */
const notFound = (name) =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });

const system = { lookup: dns.lookup, promised: dns.promises.lookup };

/** @param {string} name @param {any} options @param {any} [callback] */
const lookup = (name, options, callback) => {
  const done = callback ?? options;
  const addresses = known(name);
  if (!addresses) return system.lookup(name, options, callback);
  process.nextTick(() => {
    if (addresses.length === 0) done(notFound(name));
    else if (options?.all)
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    else done(null, addresses[0], 4);
  });
  return undefined;
};

/** @param {string} name @param {any} [options] */
const promised = async (name, options) => {
  const addresses = known(name);
  if (!addresses) return system.promised(name, options);
  const [first] = addresses;
  if (!first) throw notFound(name);
  if (options?.all) return addresses.map((address) => ({ address, family: 4 }));
  return { address: first, family: 4 };
};

Object.assign(dns, { lookup });
Object.assign(dns.promises, { lookup: promised });
syncBuiltinESMExports();
