import { useSelector } from 'react-redux';
import { useTitleProgress } from '../../../lib/browser/title-progress.js';
import { selectTransfers } from './transfers-slice.js';
import type { StateWithTransfers } from './transfers-slice.js';
import { combineStats } from '../upload/upload-form.state.js';

/** Of everything this tab sends right now, in whole percent: a change of it is worth a new title. */
const selectPercent = (state: StateWithTransfers): number | null => {
  const sending = selectTransfers(state).flatMap(({ upload }) =>
    upload.kind === 'sharing' ? [upload.stats] : [],
  );
  return sending.length === 0 ? null : Math.floor(combineStats(sending).progressPercent);
};

/** The tab's name tells how far the transfers are, on every page of the app. */
export function TransferTitle() {
  useTitleProgress(useSelector(selectPercent));
  return null;
}
