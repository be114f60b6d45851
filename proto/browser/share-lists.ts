/** What a list of shares can be sorted by. */
export const shareSortings = ['created', 'name', 'expires'] as const;
export type ShareSorting = (typeof shareSortings)[number];

/** The status of a share, as lists show it. */
export const shareStatuses = ['active', 'stopped', 'expired'] as const;
export type ShareStatus = (typeof shareStatuses)[number];
