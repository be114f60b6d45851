/** Maximum number of rows per request. */
export const maxRows = {
  shares: 500,
  auditLog: 10_000,
  users: 500,
  /** Each names up to 500 users, and all must fit into a gRPC message of 4 MiB. */
  adminActions: 100,
  recentTransfers: 100,
  /** Days of the chart. */
  days: 365,
} as const;

/** Maximum page number of a list. */
export const maxPage = 10_000;
/** Maximum length of the name that an owner gives a share. */
export const maxLabelLength = 100;
/** Maximum of a limit of downloads. */
export const maxDownloadLimit = 1_000;
/** Maximum length of a note to recipients. */
export const maxNoteLength = 500;
/** Maximum lengths of a person's name and email address. */
export const maxPersonChars = { name: 200, email: 320 } as const;
/** A longer user agent is cut. */
export const maxUserAgentChars = 512;
/** Maximum length of a search text. */
export const maxSearchLength = 200;

/** An ID token is exchanged for a session cookie only within this time after its issue. */
export const freshTokenMs = 5 * 60_000;

/** Deleting the account, changing a plan and admin writes require a sign-in that is not older. */
export const recentSignInMs = 15 * 60_000;
