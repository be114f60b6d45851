/**
 * The stream of changes, `GET /api/changes`: server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html) that name what has changed for the signed-in user.
 * They contain no data: the page loads again what it shows.
 *
 *     retry: 2741
 *
 *     event: beat
 *     data: open
 *
 *     event: change
 *     data: shares
 */
export const changesPath = '/api/changes';

/**
 * `shares`: the list of shares and the usage. `audit`: the audit log. `plan`: plan and limits. `admin`: the figures of
 * the admin dashboard; sent to admins only.
 */
export const changeKinds = ['shares', 'audit', 'plan', 'admin'] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const isChangeKind = (text: unknown): text is ChangeKind =>
  changeKinds.some((kind) => kind === text);

/** Names of the events. */
export const changeEvent = 'change';
/** Sent when the stream opens, then at this interval: browsers do not report a connection that has died silently. */
export const beatEvent = 'beat';
export const beatIntervalMs = 20_000;
