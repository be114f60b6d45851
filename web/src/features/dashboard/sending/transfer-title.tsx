import { useSelector } from 'react-redux';
import { useTitleProgress } from '../../../lib/browser/title-progress.js';
import { combineStats } from '../../../transfer/pure.js';
import { selectTransfers, type StateWithTransfers } from './transfers-slice.js';

/** Over all transfers of this tab; whole percents, because each new value renders the title. */
const selectPercent = (state: StateWithTransfers): number | null => {
  const sending = selectTransfers(state).filter(({ snapshot }) => snapshot.state === 'sending');
  if (sending.length === 0) return null;
  return Math.floor(combineStats(sending.map(({ snapshot }) => snapshot.stats)).progressPercent);
};

/** Progress of the transfers in the tab's title, on every page of the app. */
export function TransferTitle() {
  useTitleProgress(useSelector(selectPercent));
  return null;
}
