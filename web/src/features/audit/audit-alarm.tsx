import { Button } from 'antd';
import { Icon } from '../../components/icon.js';
import styles from './head/log-head.module.css';
import { texts } from './texts.js';

export interface Alarm {
  title: string;
  description: string;
}

/** The result of a failed check of the log; it stays until the user dismisses it. */
export function AuditAlarm({ alarm, onDismiss }: { alarm: Alarm; onDismiss: () => void }) {
  return (
    <section role="alert" className={styles.alarm}>
      <h2>
        <Icon name="shield" /> {alarm.title}
      </h2>
      <p>{alarm.description}</p>
      <div className={styles.actions}>
        <Button onClick={onDismiss}>{texts.dismiss}</Button>
      </div>
    </section>
  );
}
