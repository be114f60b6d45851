/**
 * @jest-environment node
 * @jest-environment-options {"customExportConditions": ["@tandem/source", "node"]}
 */

import { readFileSync } from 'node:fs';
import { builtFacts } from '../../components/site/facts.js';
import { privacyPolicy } from './privacy.js';
import { termsOfService } from './terms.js';

const facts = builtFacts(false);
const sectionOf = (title: string): string =>
  JSON.stringify(privacyPolicy(facts).sections.find((section) => section.title === title));
const kept = sectionOf('How long we keep data');

const sourceOf = (path: string): string =>
  readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const numberIn = (path: string, pattern: RegExp): number =>
  Number(pattern.exec(sourceOf(path))?.[1]);

const streams = 'services/_kit/src/bus/streams.ts';

describe('how long the privacy policy says that data is kept', () => {
  it.each([
    [
      'sessions',
      numberIn('services/identity/src/session/session.ts', /lifetimeMs: (\d+) \* dayMs/),
      (days: number) => `expire, by default after ${days} days`,
    ],
    [
      'reports of transfers',
      numberIn('services/analytics/src/config.ts', /TRANSFER_RETENTION_DAYS: .*default\((\d+)\)/),
      (days: number) => `Reports of transfers: by default ${days} days`,
    ],
    [
      'inactive shares',
      numberIn('services/shares/src/config.ts', /INACTIVE_SHARE_DAYS: .*default\((\d+)\)/),
      (days: number) => `inactive shares may be deleted after ${days} days`,
    ],
    [
      'events in dead letters',
      numberIn(streams, /dead: (\d+) \* dayMs/),
      (days: number) => `could not be processed up to ${days} days`,
    ],
    [
      'the bare IDs of deleted accounts',
      2 * numberIn(streams, /events: (\d+) \* dayMs/) + numberIn(streams, /dead: (\d+) \* dayMs/),
      (days: number) => `The bare ID of a deleted account: up to ${days} days`,
    ],
  ])('is what the services do with %s', (_what, days, sentence) => {
    expect(days).toBeGreaterThan(0);
    expect(kept).toContain(sentence(days));
  });

  it('names events, the log about administrators and backups', () => {
    const events = numberIn(streams, /events: (\d+) \* dayMs/);
    expect([events, kept]).toEqual([7, expect.stringMatching(/IP addresses: seven days/)]);
    expect(kept).toMatch(/administrators: for as long as the service runs/);
    expect(kept).toMatch(/Backups: /);
  });

  it('limits the promise of 30 days after the deletion of an account to the rest [9.54]', () => {
    expect(kept).toContain('removed within 30 days, except what this list names');
    expect(JSON.stringify(termsOfService(facts))).toMatch(
      /removed within 30 days, except [^.]* and for what the Privacy Policy names/,
    );
  });
});

describe('what else the privacy policy says', () => {
  it('names no history of plans, which is not stored, and who sees what admins did', () => {
    const senders = sectionOf('What we process about senders');
    expect(senders).not.toContain('history');
    expect(senders).toContain('Actions of our administrators');
  });

  it('says that both sides of a protected link get the address of the other', () => {
    expect(sectionOf('What the other party can see')).toMatch(
      /protected link[^.]*each side gets the name and email address of the other/,
    );
  });

  it.each([
    'configuration of this site',
    'texts of notices',
    'notices of deliveries',
    'offer to install the app',
  ])('names the browser’s copy of: %s', (entry) => {
    expect(sectionOf('Cookies and storage in your browser')).toContain(entry);
  });
});
