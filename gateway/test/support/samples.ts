import type { Plan } from '@tandem/proto/tandem/billing/v1/billing';
import type { Share, Usage } from '@tandem/proto/tandem/shares/v1/shares';
import { createdAt } from './harness.js';

export const expiresAt = new Date('2026-01-09T03:04:05.678Z');
export const shareId = 'AbCdEfGhIjKlMnOpQrStUv';

export const share: Share = {
  id: shareId,
  shareId,
  ownerUid: 'alice',
  filename: 'holiday.mov',
  fileSize: '64.00 MB',
  fileType: 'video/quicktime',
  password: 'k7RfT2mWq9Xz',
  downloadCount: 3,
  expiresAt,
  isActive: true,
  createdAt,
  stopReason: '',
  stopNetworks: [],
  asksFirst: true,
  note: 'The final cut.',
  label: 'Wedding',
  maxDownloads: 5,
  deliveredCount: 3,
};

export const shareJson = {
  id: shareId,
  shareId,
  filename: 'holiday.mov',
  fileSize: '64.00 MB',
  fileType: 'video/quicktime',
  password: 'k7RfT2mWq9Xz',
  downloadCount: 3,
  expiresAt: expiresAt.toISOString(),
  isActive: true,
  createdAt: createdAt.toISOString(),
  stopReason: null,
  stopNetworks: [],
  asksFirst: true,
  note: 'The final cut.',
  label: 'Wedding',
  maxDownloads: 5,
  deliveredCount: 3,
};

export const plan = (uid: string, subscriptionStatus: string): Plan => ({
  uid,
  subscriptionStatus,
  version: 1,
  currentPeriodEnd: undefined,
  isPastDue: false,
  invoiceUrl: '',
  isPaymentProcessing: false,
});

export const usage = (ownerUid: string, sharesUsedThisMonth: number): Usage => ({
  ownerUid,
  sharesUsedThisMonth,
  monthlyLimit: 10,
  activeShares: 2,
  expiredShares: 1,
});

/** A complete transfer analytics payload. */
export const report = {
  shareId,
  connectionType: 'direct',
  stunServersUsed: ['stun:stun.example.test:3478'],
  turnServersUsed: ['turn:turn.example.test:3478'],
  localCandidateType: 'host',
  remoteCandidateType: 'host',
  selectedCandidatePair: {
    localAddress: '10.0.0.1',
    remoteAddress: '10.0.0.2',
    priority: 7_241_540_808_159_070_000,
    state: 'succeeded',
  },
  bytesTransferred: '67108864',
  transferDuration: 2512.5,
  averageSpeed: '25.00 MB/s',
  rttMs: 1.5,
  packetsLost: 2,
  userAgent: 'Test/1.0',
  isMobile: true,
  browserType: 'Other',
  transferStartedAt: '2026-01-02T03:04:05.678Z',
  transferCompletedAt: '2026-01-02T03:04:08.190Z',
};

/** A grant with an invalid signature. */
export const grantFor = (of: string): string =>
  `e30.${Buffer.from(JSON.stringify({ shareId: of })).toString('base64url')}.sig`;

const head = {
  size: 1,
  root: 'H'.repeat(43),
  at: createdAt,
  kid: 'k1',
  publicKey: 'P'.repeat(43),
  signature: 'S'.repeat(86),
};
/** Head of a user without entries. */
export const ownerHead = { head, consistency: [], ownHash: '' };

export const countersigned = {
  at: createdAt,
  kid: 'k',
  publicKey: 'A'.repeat(43),
  signature: 'B'.repeat(86),
  proof: { index: 0, text: '', path: [] },
  head,
};
