import { normaliseAddress } from '@tandem/kit';

/**
 * The client's address behind `trustedHops` proxies. Each proxy appends the address it saw to X-Forwarded-For, so
 * entries are counted from the right; entries further left are written by the client and not trusted.
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
