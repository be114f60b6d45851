/** Peer ids of recipients that only check the connection: a sender offers them no file (docs/protocol.md, 1.5). */
const prefix = 'check-';

export const checkId = (randomId: string): string => prefix + randomId;

export const isCheckId = (peerId: string): boolean => peerId.startsWith(prefix);
