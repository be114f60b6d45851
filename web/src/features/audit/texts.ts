import { defineTexts } from '../../lib/texts/catalogue.js';

export const texts = defineTexts('audit', {
  en: {
    title: 'Audit Logs',
    lead: 'Who created, opened and downloaded your shares, and who was refused.',
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
    downloadFailed: 'Download failed',
    statuses: {
      all: 'All statuses',
      success: 'Success',
      failure: 'Failure',
      denied: 'Denied',
    },
    standings: {
      confirmed: 'Confirmed by both sides',
      claimed: {
        recipient: 'Reported by the recipient only',
        sender: 'Reported by your browser only',
      },
      partial: (size: string) => `Interrupted after ${size}`,
      refused: {
        recipient: 'Stopped by the recipient’s browser',
        sender: 'Stopped by your browser',
      },
      failed: 'Not delivered',
    },
    export: 'Export CSV',
    exporting: 'Exporting...',
    exported: { title: 'Export Complete', description: 'The audit log has been saved.' },
    exportFault: {
      title: 'Audit Log Damaged',
      description:
        'The exported log does not continue the one that this browser remembers. Keep the file as evidence.',
    },
    exportFailed: {
      title: 'Export Failed',
      description: 'Unable to export audit logs. Please try again.',
    },
    verify: 'Verify integrity',
    verifying: 'Verifying...',
    intact: {
      title: 'Log intact',
      description: (count: number) =>
        `${count === 1 ? '1 entry' : `${count} entries`} checked: no gap, no change without a record.`,
      joined: 'The list shows all entries of a download in one row.',
    },
    broken: {
      title: 'Log altered',
      description: (position: number) => `Entry ${position} was changed or removed.`,
    },
    dismiss: 'Dismiss',
    verifyFailed: { title: 'Error', fallback: 'The log could not be verified.' },
    head: {
      first: (at: string) =>
        `This browser saved the log’s signed state of ${at}. On later visits it warns you if the log does not continue that state.`,
      consistent: (since: string) =>
        `The log continues the signed state that this browser remembered on ${since}.`,
      signed: 'Signed state of the log',
      purpose:
        'A fingerprint of the whole log, signed by the server. Save it to prove later that the log was not altered.',
      head: (size: string) => `Signed head of ${size} records of all accounts:`,
      save: 'Save signed head',
      headFile: 'audit-log-head.json',
      unknown: 'The signature of the log is not available right now.',
      alarm: 'This log was altered',
      faults: {
        'rolled-back': (since: string) =>
          `The log is shorter than on ${since}, when this browser last checked it. Entries were removed.`,
        rewritten: (since: string) =>
          `The log no longer contains what it contained on ${since}, when this browser last checked it.`,
        'entry-removed': (since: string, position: string) =>
          `Entry ${position} of your log is missing. It was there on ${since}, and its retention has not ended.`,
        'entry-changed': (since: string, position: string) =>
          `Entry ${position} of your log is not the one that was there on ${since}.`,
        invalid: () => 'The server’s signature or proof of the log is not valid.',
        refused: () =>
          'The server does not sign the log, because it is not consistent with what was signed before.',
      },
      advice:
        'Save the evidence and send it to the operator. It contains the signed state this browser remembered and the current one.',
      saveEvidence: 'Save evidence',
      evidenceFile: 'audit-log-evidence.json',
      accept: 'Trust this log',
    },
    entries: {
      checking: 'The server is verifying your entries…',
      checked: (at: string) => `The server verified your log on ${at}.`,
      failed: 'Your entries cannot be verified right now.',
    },
    heading: (count: string) => `Audit Records (${count})`,
    unverified: 'Names and email addresses are as the recipients gave them, not verified.',
    times: (zone: string) => `Times are shown in ${zone}. The CSV file uses UTC.`,
    earlier: {
      loaded: (count: string, since: string) =>
        `The newest ${count} entries are loaded, back to ${since}. Search and filters cover the whole log.`,
      load: 'Load earlier entries',
      whole: 'The whole log is loaded.',
      searching: 'Searching the whole log…',
      searched: 'The whole log was searched.',
      searchFailed:
        'The earlier entries could not be searched. Only matches among the loaded ones are shown.',
      cut: (count: string) =>
        `More entries match than can be shown: these are the newest ${count}.`,
      failedToast: { title: 'Error', fallback: 'The earlier entries could not be loaded.' },
    },
    printed: (shown: string, all: string) =>
      `Only the newest ${shown} of these ${all} records are printed. The CSV export has all of them.`,
    empty: 'No audit logs found matching your criteria.',
    loading: 'Loading audit logs...',
    failed: 'The audit log could not be loaded.',
    activity: {
      title: 'Analytics',
      lead: (days: number) => `Activity on your shares in the last ${days} days.`,
      part: (count: string, since: string) =>
        `Only the newest ${count} entries are counted, back to ${since}.`,
      downloads: 'Downloads completed',
      recipients: 'Unique recipients',
      attempts: 'Access attempts',
      denied: 'Refused',
      chart: (days: number) => `Downloads per day, last ${days} days`,
      day: (day: string, count: string) =>
        `${day}: ${count} ${count === '1' ? 'download' : 'downloads'}`,
    },
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
