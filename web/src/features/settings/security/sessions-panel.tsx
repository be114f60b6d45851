import type { OpenSession } from '@tandem/proto/browser/http/session';
import { Button } from 'antd';
import { Badge } from '../../../components/page/badge.js';
import { LoadFailure } from '../../../components/page/load-failure.js';
import { Panel } from '../../../components/page/panel.js';
import { toast } from '../../../components/toast/index.js';
import { classNames } from '../../../lib/class-names.js';
import { pollingIntervalMs } from '../../../lib/http/base-api.js';
import { messageOf } from '../../../lib/http/http.js';
import { formatDateTime, formatDay } from '../../../lib/texts/format.js';
import { settingsApi } from '../api.js';
import styles from '../settings.module.css';
import { texts } from '../texts.js';

const { sessions: names } = texts;

const report = async (call: Promise<unknown>, done: string): Promise<void> => {
  try {
    await call;
    toast({ variant: 'success', title: done });
  } catch (error) {
    const { title, fallback } = names.failed;
    toast({ variant: 'destructive', title, description: messageOf(error, fallback) });
  }
};

const networkText = ({ isSameNetwork }: OpenSession): string => {
  if (isSameNetwork === null) return '';
  return ` · ${isSameNetwork ? names.sameNetwork : names.otherNetwork}`;
};

/** In the language of the page: the server describes a device in English. */
const nameOf = ({ device }: OpenSession): string => {
  const [browser = '', system] = device.split(' on ');
  if (system !== undefined) return names.device(browser, system);
  return /^unknown device$/i.test(device) ? names.unknownDevice : device;
};

function SessionRow({ session }: { session: OpenSession }) {
  const [endSession, { isLoading }] = settingsApi.useEndSessionMutation();
  const { id, isCurrent } = session;
  const device = nameOf(session);
  return (
    <li className={styles.session}>
      <div>
        <strong>{device}</strong> {isCurrent && <Badge tone="accent">{names.current}</Badge>}
        <p className={styles.note}>
          {names.lastUsed(formatDateTime(session.lastUsedAt))} ·{' '}
          {names.since(formatDay(session.createdAt))}
          {!isCurrent && networkText(session)}
        </p>
      </div>
      {!isCurrent && (
        <Button
          disabled={isLoading}
          aria-label={names.endOf(device)}
          onClick={() => void report(endSession(id).unwrap(), names.ended)}
        >
          {names.end}
        </Button>
      )}
    </li>
  );
}

/** The browsers in which the user is signed in. */
export function SessionsPanel() {
  const { data, error, refetch } = settingsApi.useListSessionsQuery(undefined, {
    pollingInterval: pollingIntervalMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const [endOthers, { isLoading }] = settingsApi.useEndOtherSessionsMutation();
  const hasOthers = data?.some(({ isCurrent }) => !isCurrent) === true;
  return (
    <Panel title={names.title} lead={names.lead} className={classNames(styles.panel)}>
      {data === undefined && error !== undefined && (
        <LoadFailure onRetry={refetch}>{names.loadFailed}</LoadFailure>
      )}
      {data !== undefined && (
        <ul className={styles.sessions}>
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {hasOthers && (
        <Button
          danger
          disabled={isLoading}
          onClick={() => void report(endOthers(undefined).unwrap(), names.othersEnded)}
        >
          {names.endOthers}
        </Button>
      )}
    </Panel>
  );
}
