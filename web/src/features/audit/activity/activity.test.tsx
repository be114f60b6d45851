import { jest } from '@jest/globals';
import { moreHeader } from '@tandem/proto/browser/headers';
import { fireEvent, screen } from '@testing-library/react';
import { freeRecord, renderApp, startApi, tidyUp } from '../../../../test/render-app.js';
import type { AuditLogEntry } from '../api.js';
import { entry as anyEntry } from '../test/entry.js';
import { activityOf } from './activity.js';

afterEach(() => {
  jest.restoreAllMocks();
  tidyUp();
});

const now = Date.parse('2026-11-20T12:00:00Z');
const entry = (
  createdAt: string,
  eventType: AuditLogEntry['eventType'],
  accessorEmail: string | null = null,
  eventStatus: AuditLogEntry['eventStatus'] = 'success',
): AuditLogEntry =>
  anyEntry({ id: createdAt + eventType, createdAt, eventType, eventStatus, accessorEmail });

describe('analytics of the paid plans', () => {
  const log = [
    entry('2026-11-20T11:00:00Z', 'download_completed', 'Grace@example.com'),
    entry('2026-11-20T10:00:00Z', 'download_completed', 'grace@example.com'),
    entry('2026-11-19T10:00:00Z', 'download_completed', 'ada@example.com'),
    entry('2026-11-19T09:00:00Z', 'access_attempt'),
    entry('2026-11-19T08:00:00Z', 'access_denied'),
    entry('2026-10-21T10:00:00Z', 'download_completed', 'late@example.com'),
  ];

  it('counts the last thirty days and nothing older [6.11]', () => {
    const { days, ...sums } = activityOf(log, now);
    expect(sums).toEqual({ downloads: 3, recipients: 2, attempts: 1, denied: 1 });
    expect(days).toHaveLength(30);
    expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-10-22', '2026-11-20']);
    expect(days.filter(({ count }) => count > 0).map(({ count }) => count)).toEqual([1, 2]);
  });

  it('counts no download that failed, and no one whose downloads all failed [6.11]', () => {
    const { days, ...sums } = activityOf(
      [
        entry('2026-11-20T11:00:00Z', 'download_completed', 'grace@example.com', 'failure'),
        entry('2026-11-20T10:00:00Z', 'download_completed', 'ada@example.com', 'failure'),
        entry('2026-11-20T09:00:00Z', 'download_completed', 'ada@example.com'),
      ],
      now,
    );
    expect(sums).toEqual({ downloads: 1, recipients: 1, attempts: 0, denied: 0 });
    expect(days.at(-1)).toEqual({ day: '2026-11-20', count: 1 });
  });

  const report = (
    id: string,
    standing: 'claimed' | 'confirmed',
    reportedBy: 'recipient' | 'sender',
    accessorEmail: string | null = null,
  ): AuditLogEntry => ({
    ...entry('2026-11-20T11:00:00Z', 'download_completed', accessorEmail),
    ...{ id, shareId: 's' },
    delivery: { deliveryId: id[0] ?? '', standing, reportedBy, bytes: null, reason: null },
  });

  it('counts no download that only one side has reported, and each confirmed one once', () => {
    const { days, ...sums } = activityOf(
      [
        report('a1', 'claimed', 'recipient', 'mallory@example.com'),
        report('b1', 'claimed', 'recipient', 'eve@example.com'),
        report('c2', 'confirmed', 'sender'),
        report('c1', 'claimed', 'recipient', 'grace@example.com'),
      ],
      now,
    );
    expect(sums).toEqual({ downloads: 1, recipients: 1, attempts: 0, denied: 0 });
    expect(days.at(-1)).toEqual({ day: '2026-11-20', count: 1 });
  });

  const note = /^Only the newest 2 entries are counted, back to /;
  it.each([
    ['begins within the thirty days and is not the whole log', 1, 'true', true],
    ['begins within the thirty days and is the whole log', 1, 'false', false],
    ['begins before the thirty days', 40, 'true', false],
  ])('says when what is loaded %s', async (_name, days, hasMore, isNoted) => {
    const oldest = new Date(Date.now() - days * 86_400_000).toISOString();
    const part = [entry(new Date().toISOString(), 'access_denied'), entry(oldest, 'share_created')];
    startApi().answer({
      'GET /api/user': { body: { ...freeRecord, subscriptionStatus: 'active' } },
      'GET /api/audit-logs': { body: part, headers: { [moreHeader]: hasMore } },
    });
    renderApp('/audit-logs');
    expect(await screen.findByRole('heading', { name: 'Analytics' })).toBeTruthy();
    expect(screen.queryByText(note) !== null).toBe(isNoted);
  });

  it('counts a download on the local day, as the table shows it', async () => {
    // Local time is nine hours ahead of UTC, as in Tokyo.
    const there = (date: Date) => new Date(date.getTime() + 9 * 3_600_000);
    const local = { getFullYear: 'getUTCFullYear', getMonth: 'getUTCMonth', getDate: 'getUTCDate' };
    for (const [name, utc] of Object.entries(local) as ['getDate', 'getUTCDate'][]) {
      jest.spyOn(Date.prototype, name).mockImplementation(function (this: Date) {
        return there(this)[utc]();
      });
    }
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T16:00:00Z'));
    startApi().answer({
      'GET /api/user': { body: { ...freeRecord, subscriptionStatus: 'active' } },
      'GET /api/audit-logs': {
        body: [
          entry('2026-11-20T15:30:00Z', 'download_completed'),
          entry('2026-11-20T14:30:00Z', 'download_completed'),
          entry('2026-11-20T13:30:00Z', 'download_completed'),
        ],
      },
    });
    renderApp('/audit-logs');
    const chart = await screen.findByRole('figure', { name: 'Downloads per day, last 30 days' });
    fireEvent.keyDown(chart, { key: 'ArrowLeft' });
    expect(screen.getByText('2026-11-21: 1 download')).toBeTruthy();
    fireEvent.keyDown(chart, { key: 'ArrowLeft' });
    expect(screen.getByText('2026-11-20: 2 downloads')).toBeTruthy();
  });

  it.each([
    ['active', true],
    ['proforever', true],
    ['free', false],
  ])('of %s are shown: %p [6.11]', async (subscriptionStatus, isShown) => {
    startApi().answer({ 'GET /api/user': { body: { ...freeRecord, subscriptionStatus } } });
    renderApp('/audit-logs');
    await screen.findByText('Audit Records (0)');
    if (isShown) expect(await screen.findByRole('heading', { name: 'Analytics' })).toBeTruthy();
    else expect(screen.queryByRole('heading', { name: 'Analytics' })).toBeNull();
  });
});
