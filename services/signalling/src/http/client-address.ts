/** Who is at the other end, as far as the proxies in front of us can be believed. */

/** `::ffff:a.b.c.d` in any spelling becomes `a.b.c.d`; everything else stays. */
export const normaliseAddress = (address: string): string => {
  if (!address.includes(':')) return address;
  const mapped = /^(?:0*:)*(?:ffff:)(?:([\d.]+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(address);
  if (!mapped) return address;
  if (mapped[1]) return mapped[1];
  const high = Number.parseInt(mapped[2] ?? '', 16);
  const low = Number.parseInt(mapped[3] ?? '', 16);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
};

/**
 * The address `hops` trusted proxies away. Each proxy appends the address it saw to X-Forwarded-For, so the entry
 * is counted from the right; what stands further left was written by the client.
 */
export const clientAddress = (
  socketAddress: string,
  forwardedFor: string,
  trustedHops: number,
): string => {
  if (trustedHops === 0) return normaliseAddress(socketAddress);
  const seen = [...forwardedFor.split(',').map((part) => part.trim()), socketAddress].filter(
    (address) => address !== '',
  );
  const index = Math.max(0, seen.length - 1 - trustedHops);
  return normaliseAddress(seen[index] ?? socketAddress);
};

/** First four groups of an IPv6 address: one customer's network. */
const ipv6Network = (address: string): string => {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
};

/** What counts as one address in the limits. */
export const addressKey = (address: string): string =>
  address.includes(':') ? ipv6Network(address) : address;

/** Value of the session cookie under either of its names; empty without one. */
export const sessionCookieFrom = (cookieHeader: string): string => {
  if (cookieHeader === '') return '';
  let plain = '';
  for (const part of cookieHeader.split(';')) {
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim();
    const value = part.slice(at + 1).trim();
    if (name === '__Host-session') return value;
    if (name === 'session') plain = value;
  }
  return plain;
};
