/** The notices of open pages; the push service sends the same ones except questions, which only the sender's tab has. */

import { readPushNotice, type PushNotice } from '@tandem/proto/browser/push/notices';

/** The user has to decide about a recipient. */
export interface QuestionNotice {
  kind: 'question';
  shareId: string;
  /** The tab that sends. Undefined where the worker has not named it. */
  windowId?: string | undefined;
}

export type ShownNotice = PushNotice | QuestionNotice;

export const tagOf = ({ kind, shareId }: ShownNotice): string => `${kind} ${shareId}`;

const isQuestion = (data: unknown): data is QuestionNotice =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'question';

/** @param data as given to the notification. @returns null for anything else. */
export const readShownNotice = (data: unknown): ShownNotice | null =>
  isQuestion(data) ? data : readPushNotice(data);
