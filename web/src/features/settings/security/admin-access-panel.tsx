import { Button } from 'antd';
import { LoadFailure } from '../../../components/page/load-failure.js';
import { Panel } from '../../../components/page/panel.js';
import { classNames } from '../../../lib/class-names.js';
import { formatDateTime } from '../../../lib/texts/format.js';
import styles from '../settings.module.css';
import { texts } from '../texts.js';
import { useAdminActions } from './use-admin-actions.js';

const { adminAccess: names } = texts;

/** What admins did with the account, and when they looked at its data. */
export function AdminAccessPanel() {
  const { entries, isMissing, retry, isOlderMissing, ...older } = useAdminActions();
  return (
    <Panel title={names.title} lead={names.lead} className={classNames(styles.panel)}>
      {isMissing && <LoadFailure onRetry={retry}>{names.loadFailed}</LoadFailure>}
      {isOlderMissing && <p role="alert">{names.loadFailed}</p>}
      {entries?.length === 0 && <p className={styles.note}>{names.none}</p>}
      {entries !== undefined && entries.length > 0 && (
        <ul className={styles.sessions}>
          {entries.map(({ id, at, action }) => (
            <li key={id} className={styles.session}>
              <span>{names.actions[action]}</span>
              <time className={styles.note} dateTime={at}>
                {formatDateTime(at)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {older.hasOlder && (
        <Button loading={older.isLoading} onClick={() => void older.showOlder()}>
          {names.older}
        </Button>
      )}
    </Panel>
  );
}
