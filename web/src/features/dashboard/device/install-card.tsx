import { Button, Modal } from 'antd';
import { useState } from 'react';
import { Icon } from '../../../components/icon.js';
import { toast } from '../../../components/toast/index.js';
import { currentDevice, isInstalledApp } from '../../../lib/browser/device.js';
import { promptInstall, useCanInstall } from '../../../lib/browser/install-prompt.js';
import { messageOf } from '../../../lib/http/http.js';
import { installBrowserOf } from './install-steps.js';
import { texts } from '../texts.js';
import styles from './install-card.module.css';
import notice from './notice.module.css';

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

/** Recommends to keep the tab visible or to install the app. Hidden in the installed app. */
export function InstallCard() {
  const canInstall = useCanInstall();
  const [isExplaining, setIsExplaining] = useState(false);
  const [isInstalled] = useState(isInstalledApp);
  if (isInstalled) return null;
  return (
    <aside className={notice.amber} aria-labelledby="install-title">
      <Icon name="bolt" />
      <div className={notice.text}>
        <strong id="install-title">{install.title}</strong>
        <p>{install.text}</p>
      </div>
      {canInstall ? (
        <Button onClick={() => void runPrompt()}>{install.install}</Button>
      ) : (
        <Button onClick={() => setIsExplaining(true)}>{install.how}</Button>
      )}
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
