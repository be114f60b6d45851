import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { pollingIntervalMs } from '../../../lib/http/base-api.js';
import { useOwnShares } from '../api.js';
import { useTransfers } from './transfers-context.js';
import { selectTransfers } from './transfers-slice.js';

function Follow() {
  const transfers = useTransfers();
  const { data, fulfilledTimeStamp, refetch } = useOwnShares();
  // With each answer, also an equal one: another tab may have changed the choice of this device.
  useEffect(() => {
    if (data !== undefined) transfers.follow(data.shares);
  }, [transfers, data, fulfilledTimeStamp]);
  // The stream of changes and the polling pass a hidden tab by, which sends all the same.
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
