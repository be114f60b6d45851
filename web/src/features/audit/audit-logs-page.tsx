import { Button, Select } from 'antd';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { EmptyLine } from '../../components/empty-line.js';
import { LoadingScreen } from '../../components/loading-screen.js';
import { BackLink } from '../../components/page/links.js';
import { LoadFailure } from '../../components/page/load-failure.js';
import { PageHead } from '../../components/page/page-head.js';
import { Panel } from '../../components/page/panel.js';
import { SearchField } from '../../components/tables/search-field.js';
import { useTitle } from '../../lib/browser/use-title.js';
import { messageOf } from '../../lib/http/http.js';
import { paths } from '../../lib/paths.js';
import { formatCount, formatDay } from '../../lib/texts/format.js';
import { ActivityPanel } from './activity/activity-panel.js';
import type { AuditLogEntry } from './api.js';
import { ExportButton, VerifyButton } from './audit-actions.js';
import { AuditAlarm, type Alarm } from './audit-alarm.js';
import styles from './audit-logs-page.module.css';
import { joinDeliveries } from './deliveries.js';
import { useFoundEntries, withFound, type Search } from './earlier/use-found-entries.js';
import { useWholeLog } from './earlier/use-whole-log.js';
import { eventStatuses, eventTypes, filterEntries, noFilter, type AuditFilter } from './filter.js';
import { CheckedEntries } from './head/checked-entries.js';
import { LogHead } from './head/log-head.js';
import { AuditTable } from './table/audit-table.js';
import { texts } from './texts.js';

interface FiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  const id = useId();
  return (
    <div className={styles.filters} role="search">
      <div>
        <label htmlFor={`${id}search`}>{texts.search}</label>
        <SearchField
          id={`${id}search`}
          placeholder={texts.searchPlaceholder}
          value={filter.search}
          onChange={(event) => onChange({ ...filter, search: event.target.value })}
        />
      </div>
      <div>
        <label htmlFor={`${id}event`}>{texts.eventFilter}</label>
        <Select
          id={`${id}event`}
          value={filter.event}
          options={eventTypes.map((value) => ({ value, label: texts.events[value] }))}
          onChange={(event) => onChange({ ...filter, event })}
        />
      </div>
      <div>
        <label htmlFor={`${id}status`}>{texts.statusFilter}</label>
        <Select
          id={`${id}status`}
          value={filter.status}
          options={eventStatuses.map((value) => ({ value, label: texts.statuses[value] }))}
          onChange={(status) => onChange({ ...filter, status })}
        />
      </div>
    </div>
  );
}

/** Time zone in which this page shows times. */
const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const { earlier } = texts;
const noEntries: readonly AuditLogEntry[] = [];

const searchNote = (search: Search): string => {
  switch (search.kind) {
    case 'none':
      return '';
    case 'searching':
      return earlier.searching;
    case 'failed':
      return earlier.searchFailed;
    case 'found':
      return search.isCut ? earlier.cut(formatCount(search.entries.length)) : earlier.searched;
  }
};

function Records({ filter }: { filter: AuditFilter }) {
  const log = useWholeLog();
  const { entries: data, isLoading, error } = log;
  const last = data?.at(-1);
  // Keeps typing responsive with ten thousand entries.
  const deferred = useDeferredValue(filter);
  const search = useFoundEntries(filter, log.mayHaveMore);
  const found = search.kind === 'found' ? search.entries : noEntries;
  // After all pages are put together, so that a delivery is one row across them.
  const rows = useMemo(() => joinDeliveries(withFound(data ?? noEntries, found)), [data, found]);
  const entries = useMemo(() => filterEntries(rows, deferred), [rows, deferred]);
  const note = searchNote(search);
  if (error !== undefined && data === undefined) {
    return (
      <div className={styles.empty}>
        <LoadFailure onRetry={log.refetch}>
          <strong>{texts.failed}</strong>
          <p>{messageOf(error, '')}</p>
        </LoadFailure>
      </div>
    );
  }
  if (isLoading) return <LoadingScreen label={texts.loading} />;
  return (
    <>
      <h2 className={styles.heading} aria-live="polite">
        {texts.heading(formatCount(entries.length))}
      </h2>
      {log.mayHaveMore && last !== undefined && (
        <div className={styles.earlier}>
          <p>{texts.earlier.loaded(formatCount(data?.length ?? 0), formatDay(last.createdAt))}</p>
          <Button loading={log.isLoadingMore} onClick={() => void log.load()}>
            {texts.earlier.load}
          </Button>
        </div>
      )}
      {note !== '' && <p role="status">{note}</p>}
      {log.isWhole && <p role="status">{texts.earlier.whole}</p>}
      {entries.length === 0 ? (
        <div className={styles.empty}>
          <EmptyLine />
          <p>{texts.empty}</p>
        </div>
      ) : (
        <>
          <AuditTable entries={entries} />
          <p className={styles.times}>
            {texts.times(timeZone())} {texts.unverified}
          </p>
        </>
      )}
    </>
  );
}

/** The latest alarm of each check. */
const useAlarms = () => {
  const [alarms, setAlarms] = useState<readonly Alarm[]>([]);
  const without = (all: readonly Alarm[], { title }: Alarm): Alarm[] =>
    all.filter((other) => other.title !== title);
  return {
    alarms,
    raise: (alarm: Alarm): void => setAlarms((all) => [...without(all, alarm), alarm]),
    dismiss: (alarm: Alarm): void => setAlarms((all) => without(all, alarm)),
  };
};

/** /audit-logs */
export function AuditLogsPage() {
  useTitle(texts.title);
  const [filter, setFilter] = useState(noFilter);
  const { alarms, raise, dismiss } = useAlarms();
  return (
    <div className={styles.page}>
      <BackLink to={paths.home}>{texts.back}</BackLink>
      <PageHead title={texts.title} lead={texts.lead}>
        <div className={styles.actions}>
          <VerifyButton />
          <ExportButton onAlarm={raise} />
        </div>
      </PageHead>
      {alarms.map((alarm) => (
        <AuditAlarm key={alarm.title} alarm={alarm} onDismiss={() => dismiss(alarm)} />
      ))}
      <CheckedEntries />
      <LogHead />
      <ActivityPanel />
      <Panel>
        <Filters filter={filter} onChange={setFilter} />
        <Records filter={filter} />
      </Panel>
    </div>
  );
}

export default AuditLogsPage;
