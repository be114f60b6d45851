/** The path of a transfer: through a relay, found by STUN, between two host addresses, or unknown. */
export const connectionTypes = ['turn', 'stun', 'direct', 'unknown'] as const;
export type ConnectionType = (typeof connectionTypes)[number];

export const browserTypes = ['iOS Safari', 'Safari', 'Other'] as const;

/** Why a transfer failed, for programs: e.g. `peer-unreachable`. */
export const failureCodePattern = /^[a-z][a-z-]{0,63}$/;

/** Codes from peers and servers can have any form; reports accept these. */
export const isFailureCode = (code: string): boolean => failureCodePattern.test(code);
