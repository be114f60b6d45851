/** The path of a transfer: through a relay, found by STUN, between two host addresses, or unknown. */
export const connectionTypes = ['turn', 'stun', 'direct', 'unknown'] as const;
export type ConnectionType = (typeof connectionTypes)[number];

export const browserTypes = ['iOS Safari', 'Safari', 'Other'] as const;
export type BrowserType = (typeof browserTypes)[number];
