import { createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { RecipientStatus, SenderSnapshot } from '../../../transfer/api.js';
import { eventOf, nextUpload } from '../upload/upload-form.state.js';
import type { UploadState } from '../upload/upload-form.state.js';

/** One share that this tab serves: what may be shown of it. The session itself lives in transfers.ts. */
export interface TransferSummary {
  shareId: string;
  filename: string;
  totalBytes: number;
  upload: UploadState;
  recipients: RecipientStatus[];
}

const adapter = createEntityAdapter<TransferSummary, string>({
  selectId: (transfer) => transfer.shareId,
});

type Started = Pick<TransferSummary, 'shareId' | 'filename' | 'totalBytes'>;

export const transfersSlice = createSlice({
  name: 'transfers',
  initialState: adapter.getInitialState(),
  reducers: {
    transferStarted: (state, { payload }: PayloadAction<Started>) => {
      adapter.setOne(state, { ...payload, upload: { kind: 'connecting' }, recipients: [] });
    },
    transferChanged: (
      state,
      { payload }: PayloadAction<{ shareId: string; snapshot: SenderSnapshot }>,
    ) => {
      const transfer = state.entities[payload.shareId];
      if (transfer === undefined) return;
      const event = eventOf(payload.snapshot, transfer.upload);
      if (event !== null) transfer.upload = nextUpload(transfer.upload, event);
      transfer.recipients = payload.snapshot.recipients.map((link) => ({ ...link }));
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

/** True while closing the tab would take something away from a recipient. */
export const selectIsServing = (state: StateWithTransfers): boolean =>
  selectTransfers(state).some(({ upload }) =>
    ['connecting', 'sharing', 'retrying'].includes(upload.kind),
  );
