import { Button } from 'antd';
import { useState } from 'react';
import { Badge } from '../../components/page/badge.js';
import { Panel } from '../../components/page/panel.js';
import { toast } from '../../components/toast/index.js';
import { sendVerificationEmail } from '../../lib/account/session.js';
import { useSignedInUser } from '../../lib/account/user-api.js';
import { DisplayName } from './display-name.js';
import styles from './settings.module.css';
import { texts } from './texts.js';
import { useEmailVerified } from './use-email-verified.js';

const { verification } = texts;

function Verification() {
  const isVerified = useEmailVerified();
  const [isBusy, setIsBusy] = useState(false);
  const send = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await sendVerificationEmail();
      toast({ variant: 'success', ...verification.sent });
    } catch {
      toast({ variant: 'destructive', ...verification.failed });
    } finally {
      setIsBusy(false);
    }
  };
  if (isVerified) {
    return (
      <span className={styles.verification}>
        <Badge tone="success">{verification.verified}</Badge>
      </span>
    );
  }
  // Reserves its space until the answer, so that a click on a button below does not miss it.
  const visibility = isVerified === undefined ? 'hidden' : undefined;
  return (
    <span className={styles.verification} style={{ visibility }}>
      <Badge tone="warning">{verification.unverified}</Badge>
      <Button size="small" loading={isBusy} onClick={() => void send()}>
        {verification.send}
      </Button>
    </span>
  );
}

/** Who is signed in. */
export function AccountPanel() {
  const user = useSignedInUser();
  const orNotSet = (value: string | null | undefined): string =>
    (value ?? '').trim() || texts.notSet;
  return (
    <Panel title={texts.account} className={styles.panel}>
      <dl className={styles.facts}>
        <div>
          <dt>{texts.email}</dt>
          <dd translate="no">{orNotSet(user?.email)}</dd>
          <dd>
            <Verification />
          </dd>
        </div>
        <div>
          <dt>{texts.displayName}</dt>
          <dd translate="no">{orNotSet(user?.displayName)}</dd>
        </div>
      </dl>
      <DisplayName name={user?.displayName ?? ''} />
    </Panel>
  );
}
