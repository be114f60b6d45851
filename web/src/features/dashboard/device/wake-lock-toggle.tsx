import { Switch } from 'antd';
import { useId, useState } from 'react';
import { isMobile } from '../../../lib/browser/device.js';
import { texts } from '../texts.js';
import { useWakeLock } from '../../../lib/browser/use-wake-lock.js';

const { wakeLock } = texts;

function Toggle() {
  const { isOn, toggle } = useWakeLock();
  const id = useId();
  return (
    <div className="wake-lock">
      <label htmlFor={id}>
        <strong>{wakeLock.label}</strong>
        <span>{wakeLock.text}</span>
      </label>
      <Switch id={id} checked={isOn} onChange={toggle} />
    </div>
  );
}

/** Only on mobile devices whose browser can keep the screen on. */
export function WakeLockToggle() {
  const [isOffered] = useState(() => isMobile() && 'wakeLock' in navigator);
  return isOffered ? <Toggle /> : null;
}
