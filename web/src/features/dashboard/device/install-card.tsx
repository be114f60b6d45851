import { Button, Modal } from 'antd';
import { useState } from 'react';
import { Icon } from '../../../components/icon.js';
import { toast } from '../../../components/toast/index.js';
import { currentDevice } from '../../../lib/browser/device/device.js';
import { isInstalledApp } from '../../../lib/browser/device/inside-app.js';
import { promptInstall, useCanInstall } from '../../../lib/browser/install-prompt.js';
import { browserStorage } from '../../../lib/browser/storage.js';
import { messageOf } from '../../../lib/http/http.js';
import { texts } from '../texts.js';
import card from './card.module.css';
import styles from './install-card.module.css';
import { installBrowserOf } from './install-steps.js';

const { install } = texts;

function Steps() {
  const browser = installBrowserOf(currentDevice());
  return (
    <ol className={styles.steps}>
      {install.steps[browser].map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

const runPrompt = async (): Promise<void> => {
  try {
    await promptInstall();
  } catch (error) {
    const description = messageOf(error, install.failed.fallback);
    toast({ variant: 'destructive', title: install.failed.title, description });
  }
};

const dismissalKey = 'install-card-dismissed';

const wasDismissed = (): boolean => browserStorage.read(dismissalKey) !== null;

const rememberDismissal = (): void => browserStorage.write(dismissalKey, '1');

/** Recommends to keep the tab visible or to install the app. Hidden in the installed app, and once dismissed. */
export function InstallCard() {
  const canInstall = useCanInstall();
  const [isExplaining, setIsExplaining] = useState(false);
  const [isHidden, setIsHidden] = useState(() => isInstalledApp() || wasDismissed());
  if (isHidden) return null;
  const dismiss = (): void => {
    rememberDismissal();
    setIsHidden(true);
  };
  return (
    <aside className={card.amber} aria-labelledby="install-title">
      <Icon name="bolt" />
      <div className={card.text}>
        <strong id="install-title">{install.title}</strong>
        <p>{install.text}</p>
      </div>
      {canInstall ? (
        <Button onClick={() => void runPrompt()}>{install.install}</Button>
      ) : (
        <Button onClick={() => setIsExplaining(true)}>{install.how}</Button>
      )}
      <Button type="text" onClick={dismiss}>
        {texts.extension.dismiss}
      </Button>
      <Modal
        open={isExplaining}
        title={install.how}
        footer={<Button onClick={() => setIsExplaining(false)}>{install.close}</Button>}
        onCancel={() => setIsExplaining(false)}
      >
        <Steps />
      </Modal>
    </aside>
  );
}
