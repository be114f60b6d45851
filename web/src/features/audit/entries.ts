import type { AuditLogEntry } from './api.js';
import { texts } from './texts.js';

const { browsers } = texts;

/** A guess: user agents contain the names of other browsers, so the order matters. */
export const browserOf = (userAgent: string | null): string => {
  if (userAgent === null || userAgent === '') return browsers.device;
  if (/Mobile|Android|iPhone|iPad/i.test(userAgent)) return browsers.mobile;
  if (/Chrome|Chromium/i.test(userAgent)) return browsers.chrome;
  if (/Firefox/i.test(userAgent)) return browsers.firefox;
  if (/Safari/i.test(userAgent)) return browsers.safari;
  return browsers.unknown;
};

const isPresent = (value: string | null): value is string => value !== null && value.trim() !== '';

/** Whether `text`, from `accessorOf`, is a name or an address and not a description. */
export const isStated = (
  text: string,
  { accessorEmail, accessorName }: Pick<AuditLogEntry, 'accessorEmail' | 'accessorName'>,
): boolean => text === accessorEmail || text === accessorName;

/** Email or 'Anonymous Downloader', else the name, else a guess at the browser. */
export const accessorOf = (
  entry: Pick<AuditLogEntry, 'accessorEmail' | 'accessorName' | 'userAgent'>,
): string => {
  const { accessorEmail, accessorName, userAgent } = entry;
  if (isPresent(accessorEmail)) {
    return accessorEmail.includes('@') ? accessorEmail : texts.anonymous;
  }
  return isPresent(accessorName) ? accessorName : browserOf(userAgent);
};

export const noLocation = '-';

/** The known ones of city, region and country, else `-`. */
export const locationOf = (entry: Pick<AuditLogEntry, 'city' | 'region' | 'country'>): string => {
  const parts = [entry.city, entry.region, entry.country].filter(isPresent);
  return parts.length === 0 ? noLocation : parts.join(', ');
};

const known: Record<string, string> = { ...texts.events, ...texts.statuses };

/** A download that was not completed has the type of one that was, and another status. */
export const eventOf = ({
  eventType,
  eventStatus,
}: Pick<AuditLogEntry, 'eventType' | 'eventStatus'>): string =>
  eventType === 'download_completed' && eventStatus === 'failure'
    ? texts.downloadFailed
    : labelOf(eventType);

/** The label of an event or status; an unknown code, of a newer server, is shown as it is. */
export const labelOf = (code: string): string => known[code] ?? code.replaceAll('_', ' ');
