import { Switch } from 'antd';
import { useEffect, useId, useRef } from 'react';
import { useSelector } from 'react-redux';
import { toast } from '../../../../components/toast/index.js';
import {
  allowNotifications,
  canNotify,
  endPush,
  subscribeToPush,
} from '../../../../lib/notices/notices.js';
import { texts } from '../../texts.js';
import { selectTransfers } from '../transfers-slice.js';
import styles from './delivery-notices.module.css';
import { keepDeliveryPreference, useDeliveryPreference } from './delivery-preference.js';

const { deliveryNotices: words } = texts;

/** Subscribes this browser for each share that the tab sends. */
const usePush = (isOn: boolean, shareIds: readonly string[]): void => {
  const subscribed = useRef(new Set<string>());
  const key = shareIds.join();
  useEffect(() => {
    if (!isOn) {
      subscribed.current.clear();
      return;
    }
    for (const shareId of key.split(',').filter((id) => id !== '')) {
      if (subscribed.current.has(shareId)) continue;
      subscribed.current.add(shareId);
      void subscribeToPush(shareId);
    }
  }, [isOn, key]);
};

function DeliverySwitch() {
  const id = useId();
  const transfers = useSelector(selectTransfers);
  const isOn = useDeliveryPreference();
  usePush(
    isOn,
    transfers.map(({ shareId }) => shareId),
  );
  const turn = async (isWanted: boolean): Promise<void> => {
    if (isWanted && !(await allowNotifications())) {
      toast({ variant: 'destructive', ...words.refused });
      return;
    }
    keepDeliveryPreference(isWanted);
    if (!isWanted) await endPush();
  };
  return (
    <div className={styles.notices}>
      <label htmlFor={id}>{words.label}</label>
      <Switch id={id} size="small" checked={isOn} onChange={(isWanted) => void turn(isWanted)} />
    </div>
  );
}

/** Offers notifications when a delivery is confirmed. */
export function DeliveryNotices() {
  return canNotify() ? <DeliverySwitch /> : null;
}
