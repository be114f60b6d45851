import { chooseTexts } from '../../lib/catalogue.js';

export const texts = chooseTexts({
  en: {
    title: 'Audit Logs',
    lead: 'Who created, opened and downloaded your shares, and who was turned away.',
    back: 'Back to Dashboard',
    search: 'Search',
    searchPlaceholder: 'File name, email or IP address',
    eventFilter: 'Event type',
    statusFilter: 'Status',
    events: {
      all: 'All events',
      share_created: 'Share created',
      access_attempt: 'Access attempt',
      download_completed: 'Download completed',
      access_denied: 'Access denied',
    },
    statuses: {
      all: 'All statuses',
      success: 'Success',
      failure: 'Failure',
      denied: 'Denied',
    },
    export: 'Export CSV',
    exporting: 'Exporting...',
    exported: { title: 'Export Complete', description: 'The audit log has been saved.' },
    exportFailed: {
      title: 'Export Failed',
      description: 'Unable to export audit logs. Please try again.',
    },
    verify: 'Verify integrity',
    verifying: 'Verifying...',
    intact: {
      title: 'Log intact',
      description: (count: number) =>
        count === 1 ? '1 entry checked, none altered.' : `${count} entries checked, none altered.`,
    },
    broken: {
      title: 'Log altered',
      description: (position: number) => `The chain breaks at entry ${position}.`,
    },
    verifyFailed: { title: 'Error', fallback: 'The log could not be verified.' },
    heading: (count: string) => `Audit Records (${count})`,
    empty: 'No audit logs found matching your criteria.',
    loading: 'Loading audit logs...',
    failed: 'The audit log could not be loaded.',
    columns: {
      date: 'Date/Time',
      event: 'Event',
      status: 'Status',
      file: 'File',
      accessor: 'Accessor',
      location: 'Location',
      ip: 'IP Address',
    },
    anonymous: 'Anonymous Downloader',
    browsers: {
      mobile: 'Mobile Device',
      chrome: 'Chrome Browser',
      firefox: 'Firefox Browser',
      safari: 'Safari Browser',
      unknown: 'Unknown Browser',
      device: 'Unknown Device',
    },
  },
});
