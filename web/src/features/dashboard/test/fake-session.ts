/** A sender session whose snapshots the test sets. */

import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { senderSnapshot } from '../../../../test/snapshots.js';
import type { SendSession, SenderSnapshot } from '../../../transfer/api.js';
import { combineStats } from '../../../transfer/pure.js';

const quiet = senderSnapshot({ state: 'waiting' });

export const createFakeSession = () => {
  let snapshot = quiet;
  const listeners = new Set<() => void>();
  const retry = jest.fn();
  const close = jest.fn();
  const restart = jest.fn();
  const pause = jest.fn();
  const resume = jest.fn();
  const setLimit = jest.fn();
  const answerUnproven = jest.fn();
  const approve = jest.fn();
  const endRecipient = jest.fn();
  const session: SendSession = {
    getSnapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry,
    pause,
    resume,
    setLimit,
    close,
    restart,
    answerUnproven,
    approve,
    endRecipient,
  };
  const show = (next: Partial<SenderSnapshot>): void => {
    const moving = next.recipients?.filter(({ state }) => ['sending', 'paused'].includes(state));
    const stats = combineStats(moving?.map((recipient) => recipient.stats) ?? []);
    snapshot = { ...quiet, stats, ...next };
    act(() => {
      for (const listener of listeners) listener();
    });
  };
  return {
    session,
    show,
    retry,
    close,
    restart,
    pause,
    resume,
    answerUnproven,
    approve,
    endRecipient,
  };
};
