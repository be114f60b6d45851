import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { pollingIntervalMs } from '../../../lib/http/base-api.js';
import { useOwnShares } from '../api.js';
import { useTransfers } from './transfers-context.js';
import { selectTransfers } from './transfers-slice.js';

function Follow() {
  const transfers = useTransfers();
  const { data, fulfilledTimeStamp, refetch } = useOwnShares();
  // Also rerun after an unchanged response (`fulfilledTimeStamp`): another tab may have changed this device's setting.
  useEffect(() => {
    if (data !== undefined) transfers.follow(data.shares);
  }, [transfers, data, fulfilledTimeStamp]);
  // A hidden tab receives neither change events nor polls, but keeps sending.
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') void refetch();
    }, pollingIntervalMs);
    return () => clearInterval(timer);
  }, [refetch]);
  return null;
}

/** While this tab sends: what the owner changes in another tab or on another device applies here, on every page. */
export function FollowShares() {
  return useSelector(selectTransfers).length === 0 ? null : <Follow />;
}
