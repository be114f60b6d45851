import { Switch } from 'antd';
import { useId, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { isMobile } from '../../../lib/browser/device/device.js';
import { supportsWakeLock } from '../../../lib/browser/wake-lock/use-wake-lock.js';
import { texts } from '../texts.js';
import { selectIsWakeLockOn, wakeLockSwitched } from './wake-lock-slice.js';
import styles from './wake-lock-toggle.module.css';

const { wakeLock } = texts;

function Toggle() {
  const isOn = useSelector(selectIsWakeLockOn);
  const dispatch = useDispatch();
  const id = useId();
  return (
    <div className={styles.toggle}>
      <label htmlFor={id}>
        <strong>{wakeLock.label}</strong>
        <span>{wakeLock.text}</span>
      </label>
      <Switch
        id={id}
        checked={isOn}
        onChange={(isWanted) => dispatch(wakeLockSwitched(isWanted))}
      />
    </div>
  );
}

/** Shown on mobile devices that support the Screen Wake Lock API. */
export function WakeLockToggle() {
  const [isOffered] = useState(() => isMobile() && supportsWakeLock());
  return isOffered ? <Toggle /> : null;
}
