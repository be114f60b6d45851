/** Notices that reach a browser through its push service, without an open page. */

/**
 * `sender-back`: the sender of a share that the recipient waits for is online. `delivered`: both sides confirm a
 * delivery.
 */
export const noticeKinds = ['sender-back', 'delivered'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Content of a push message. Names and sizes of files are not in it. */
export interface PushNotice {
  kind: NoticeKind;
  shareId: string;
}

/** Also the tag of the notification, so that a page and a push message show one. */
export const noticeTag = ({ kind, shareId }: PushNotice): string => `${kind} ${shareId}`;

/** Null for anything else. */
export const readPushNotice = (data: unknown): PushNotice | null => {
  if (typeof data !== 'object' || data === null || !('kind' in data) || !('shareId' in data))
    return null;
  const { shareId } = data;
  const kind = noticeKinds.find((known) => known === data.kind);
  if (kind === undefined || typeof shareId !== 'string' || !/^[\w-]{1,64}$/.test(shareId))
    return null;
  return { kind, shareId };
};
