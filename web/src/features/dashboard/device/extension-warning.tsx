import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { Icon } from '../../../components/icon.js';
import { isInstalledApp } from '../../../lib/browser/device/inside-app.js';
import { texts } from '../texts.js';
import styles from './card.module.css';
import { extensionCheckMs, hasExtensionTraces, isDevelopmentHost } from './extensions.js';

const { extension } = texts;

/** Checks every 30 s, in the installed app only and not on development hosts. */
const useExtensionDetected = (): boolean => {
  const [isDetected, setIsDetected] = useState(false);
  useEffect(() => {
    if (!isInstalledApp() || isDevelopmentHost(window.location.hostname)) return undefined;
    const look = (): void => setIsDetected(hasExtensionTraces(document));
    const first = setTimeout(look, 0);
    const timer = setInterval(look, extensionCheckMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);
  return isDetected;
};

/** Warns in the installed app that an extension may interrupt transfers. */
export function ExtensionWarning() {
  const isDetected = useExtensionDetected();
  const [isDismissed, setIsDismissed] = useState(false);
  if (!isDetected || isDismissed) return null;
  return (
    <aside className={styles.red} role="alert">
      <Icon name="warning" />
      <div className={styles.text}>
        <strong>{extension.title}</strong>
        <p>{extension.text}</p>
      </div>
      <Button onClick={() => setIsDismissed(true)}>{extension.dismiss}</Button>
    </aside>
  );
}
