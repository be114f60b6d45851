/** The limits that apply to one upload: the sender's, shared by all recipients, and the recipient's own. */

import { createRateLimit, type RateLimit } from '../../pacing/rate-limit.js';
import type { Clock } from '../../support/env.js';
import type { RateSetting } from '../../support/session.js';

export interface UploadLimits {
  /** Which limit forbids a message now; null when none does. */
  limitedBy(): 'own-limit' | 'peer-limit' | null;
  onSending(bytes: number): void;
  /** Largest payload of a message. */
  messageBytes(): number;
  /** The recipient has set a limit. */
  setPeer(setting: RateSetting): void;
  peer(): RateSetting;
  isYielding(): boolean;
  stop(): void;
}

export interface UploadLimitEvents {
  /** A message may be sent again. */
  onChange: () => void;
  /** The user has set another limit on this device. */
  onOwnLimit: () => void;
}

/** @param shared of this device. */
export const createUploadLimits = (
  shared: RateLimit,
  clock: Clock,
  { onChange, onOwnLimit }: UploadLimitEvents,
): UploadLimits => {
  const unsubscribe = shared.subscribe(onOwnLimit);
  const there = createRateLimit(clock);
  const peerFlow = there.join(onChange);
  const ownFlow = shared.join(onChange);
  return {
    limitedBy() {
      // In this order: a flow that waits here must not hold a share that other recipients could use.
      if (!peerFlow.canSend()) return 'peer-limit';
      return ownFlow.canSend() ? null : 'own-limit';
    },
    onSending(bytes) {
      peerFlow.onSending(bytes);
      ownFlow.onSending(bytes);
    },
    messageBytes: () => Math.min(peerFlow.messageBytes(), ownFlow.messageBytes()),
    setPeer: (setting) => there.set(setting),
    peer: () => there.setting(),
    isYielding: () => shared.setting().isYielding || there.setting().isYielding,
    stop() {
      unsubscribe();
      peerFlow.leave();
      ownFlow.leave();
    },
  };
};
