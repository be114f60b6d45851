import { useSelector } from 'react-redux';
import { useTitleProgress, type TitleProgress } from '../../../lib/browser/title-progress.js';
import { combineStats } from '../../../transfer/pure.js';
import { countQuestions, selectTransfers, type StateWithTransfers } from './transfers-slice.js';

/** Progress over all transfers of this tab, in whole percent: each new value renders the title. */
const selectProgress = (state: StateWithTransfers): TitleProgress => {
  if (countQuestions(state) > 0) return 'question';
  const sending = selectTransfers(state).filter(({ snapshot }) => snapshot.state === 'sending');
  if (sending.length === 0) return null;
  return Math.floor(combineStats(sending.map(({ snapshot }) => snapshot.stats)).progressPercent);
};

/** Shows the progress of the transfers, or that the user has to decide, in the tab's title, on every page. */
export function TransferTitle() {
  useTitleProgress(useSelector(selectProgress));
  return null;
}
