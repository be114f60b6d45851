/** What the notes on the cost of relaying are about. The server writes them in English. */
export const costNoteKinds = [
  'no-transfers',
  'none-relayed',
  'relayed',
  'price',
  'counting',
  'free-routes',
  'many-relayed',
  'unknown-routes',
] as const;
export type CostNoteKind = (typeof costNoteKinds)[number];

/** A price per GB is for this many bytes, as providers bill them. */
export const bytesPerBilledGb = 1_000_000_000;

/** A higher percentage of relayed transfers usually means a problem with STUN or a firewall. */
export const manyRelayedPercent = 30;
