import { Switch } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { toast } from '../../../../components/toast/index.js';
import {
  allowNotifications,
  cancelPush,
  canNotify,
  showNotice,
  subscribeToPush,
} from '../../../../lib/notices/notices.js';
import { texts } from '../../texts.js';
import { selectTransfers, type TransferSummary } from '../transfers-slice.js';
import styles from './delivery-notices.module.css';

const { deliveryNotices: words } = texts;

const entry = 'delivery-notices';

const readWish = (): boolean => {
  try {
    return localStorage.getItem(entry) === 'on' && Notification.permission === 'granted';
  } catch {
    return false;
  }
};

const keepWish = (isOn: boolean): void => {
  try {
    localStorage.setItem(entry, isOn ? 'on' : 'off');
  } catch {
    // The switch is off after a reload.
  }
};

const countDelivered = ({ snapshot }: TransferSummary): number =>
  snapshot.recipients.filter(({ state }) => state === 'completed').length;

/** Subscribes this browser for each share that the tab sends. */
const usePush = (isOn: boolean, shareIds: readonly string[]): void => {
  const subscribed = useRef(new Set<string>());
  const key = shareIds.join();
  useEffect(() => {
    if (!isOn) {
      for (const shareId of subscribed.current) void cancelPush(shareId);
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

/** Notifies of each delivery while the tab is hidden. */
const usePageNotices = (isOn: boolean, transfers: readonly TransferSummary[]): void => {
  const known = useRef(new Map<string, number>());
  useEffect(() => {
    for (const transfer of transfers) {
      const { shareId, filename } = transfer;
      const delivered = countDelivered(transfer);
      const isNew = delivered > (known.current.get(shareId) ?? 0);
      known.current.set(shareId, delivered);
      if (isNew && isOn && document.visibilityState === 'hidden')
        void showNotice({ kind: 'delivered', shareId }, words.title, words.body(filename));
    }
  }, [isOn, transfers]);
};

function DeliverySwitch() {
  const id = useId();
  const transfers = useSelector(selectTransfers);
  const [isOn, setIsOn] = useState(readWish);
  usePush(
    isOn,
    transfers.map(({ shareId }) => shareId),
  );
  usePageNotices(isOn, transfers);
  const turn = async (isWanted: boolean): Promise<void> => {
    if (isWanted && !(await allowNotifications())) {
      toast({ variant: 'destructive', ...words.refused });
      return;
    }
    keepWish(isWanted);
    setIsOn(isWanted);
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
