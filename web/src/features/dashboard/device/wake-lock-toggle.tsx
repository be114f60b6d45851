import { Switch } from 'antd';
import { useId, useState } from 'react';
import { toast } from '../../../components/toast/index.js';
import { isMobile } from '../../../lib/browser/device.js';
import { useLeaveWarning } from '../../../lib/browser/leave-warning.js';
import { supportsWakeLock, useWakeLock } from '../../../lib/browser/wake-lock/use-wake-lock.js';
import { texts } from '../texts.js';
import styles from './wake-lock-toggle.module.css';

const { wakeLock } = texts;

function Toggle() {
  const [isOn, setIsOn] = useState(false);
  const id = useId();
  useLeaveWarning('wake-lock', isOn);
  useWakeLock(isOn, (refusal) => {
    setIsOn(false);
    toast({ variant: 'destructive', ...wakeLock[refusal] });
  });
  return (
    <div className={styles.toggle}>
      <label htmlFor={id}>
        <strong>{wakeLock.label}</strong>
        <span>{wakeLock.text}</span>
      </label>
      <Switch id={id} checked={isOn} onChange={setIsOn} />
    </div>
  );
}

/** Shown on mobile devices that support the Screen Wake Lock API. */
export function WakeLockToggle() {
  const [isOffered] = useState(() => isMobile() && supportsWakeLock());
  return isOffered ? <Toggle /> : null;
}
