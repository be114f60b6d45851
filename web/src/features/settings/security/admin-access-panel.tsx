import { Panel } from '../../../components/page/panel.js';
import { classNames } from '../../../lib/class-names.js';
import { formatDateTime } from '../../../lib/texts/format.js';
import { settingsApi } from '../api.js';
import styles from '../settings.module.css';
import { texts } from '../texts.js';

const { adminAccess: names } = texts;
const shown = 20;

/** What admins did with the account, and when they looked at its data. */
export function AdminAccessPanel() {
  const { data, isError } = settingsApi.useListAdminActionsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <Panel title={names.title} lead={names.lead} className={classNames(styles.panel)}>
      {data === undefined && isError && <p role="alert">{names.loadFailed}</p>}
      {data?.length === 0 && <p className={styles.note}>{names.none}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className={styles.sessions}>
          {data.slice(0, shown).map(({ id, at, action }) => (
            <li key={id} className={styles.session}>
              <span>{names.actions[action]}</span>
              <time className={styles.note} dateTime={at}>
                {formatDateTime(at)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && data.length > shown && (
        <p className={styles.note}>{names.more(data.length - shown)}</p>
      )}
    </Panel>
  );
}
