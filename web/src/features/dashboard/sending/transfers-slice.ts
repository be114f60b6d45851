import { createEntityAdapter, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RecipientState, SenderSnapshot } from '../../../transfer/api.js';
import { personText } from './recipients/recipient-text.js';
import { isAskedAbout, isOngoing, startingSnapshot } from './transfer-view.js';

/** One share that this tab sends. Its session and File stay in transfers.ts. */
export interface TransferSummary {
  shareId: string;
  filename: string;
  totalBytes: number;
  snapshot: SenderSnapshot;
}

const adapter = createEntityAdapter<TransferSummary, string>({
  selectId: (transfer) => transfer.shareId,
});

export const transfersSlice = createSlice({
  name: 'transfers',
  initialState: adapter.getInitialState(),
  reducers: {
    transferStarted: (state, { payload }: PayloadAction<Omit<TransferSummary, 'snapshot'>>) => {
      adapter.setOne(state, { ...payload, snapshot: startingSnapshot });
    },
    transferChanged: (
      state,
      { payload }: PayloadAction<Pick<TransferSummary, 'shareId' | 'snapshot'>>,
    ) => {
      const { shareId, snapshot } = payload;
      adapter.updateOne(state, { id: shareId, changes: { snapshot } });
    },
    transferEnded: (state, { payload }: PayloadAction<string>) => {
      adapter.removeOne(state, payload);
    },
  },
});

export const { transferStarted, transferChanged, transferEnded } = transfersSlice.actions;

export interface StateWithTransfers {
  transfers: ReturnType<typeof transfersSlice.getInitialState>;
}

const selectors = adapter.getSelectors((state: StateWithTransfers) => state.transfers);

export const selectTransfers = selectors.selectAll;
export const selectTransfer = selectors.selectById;

/** A recipient that stopping would interrupt. */
export interface Interruptible {
  peerId: string;
  /** The recipient’s name and address; empty until they have entered them. */
  name: string;
  filename: string;
  progressPercent: number;
}

const interruptible: readonly RecipientState[] = ['sending', 'paused', 'retrying'];

/** @param shareId omitted for all shares of this tab */
export const selectInterruptible = (state: StateWithTransfers, shareId?: string): Interruptible[] =>
  selectTransfers(state)
    .filter((transfer) => shareId === undefined || transfer.shareId === shareId)
    .flatMap(({ filename, snapshot }) =>
      snapshot.recipients
        .filter((recipient) => interruptible.includes(recipient.state))
        .map(({ peerId, stats, person }) => ({
          peerId,
          name: personText(person),
          filename,
          progressPercent: stats.progressPercent,
        })),
    );

/** Bytes move, or may at any moment. */
export const selectIsMoving = (state: StateWithTransfers): boolean =>
  selectTransfers(state).some(({ snapshot }) =>
    snapshot.recipients.some((recipient) => recipient.state === 'sending'),
  );

/** Recipients about whom the user has to decide. */
export const countQuestions = (state: StateWithTransfers): number =>
  selectTransfers(state).flatMap(({ snapshot }) => snapshot.recipients.filter(isAskedAbout)).length;

/** True while closing the tab would interrupt a recipient. */
export const selectHasOngoing = (state: StateWithTransfers): boolean =>
  selectTransfers(state).some(({ snapshot }) => isOngoing(snapshot));
