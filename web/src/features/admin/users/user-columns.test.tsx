import { cleanup, render, screen } from '@testing-library/react';
import { Table } from 'antd';
import { Provider } from 'react-redux';
import { createStore } from '../../../app/store.js';
import type { AdminUser } from '../api.js';
import { narrowUserColumns, wideUserColumns } from './user-columns.js';

const user: AdminUser = {
  id: 'u1',
  email: 'grace@example.com',
  firstName: 'Grace',
  lastName: 'Hopper',
  isAdmin: true,
  createdAt: new Date(2026, 0, 5).toISOString(),
  subscriptionStatus: 'proforever',
  sharesUsedThisMonth: 1004,
};

const show = (columns: typeof wideUserColumns, part: Partial<AdminUser> = {}): void => {
  render(
    <Provider store={createStore('u')}>
      <Table<AdminUser> rowKey="id" columns={columns} dataSource={[{ ...user, ...part }]} />
    </Provider>,
  );
};

afterEach(cleanup);

describe('the user table', () => {
  it.each([
    ['Name', 'Grace HopperAdmin', '[2.227, 2.228]'],
    ['Email', 'grace@example.com', '[2.229]'],
    ['Shares Used', '1,004', '[2.230]'],
    ['Joined', '2026-01-05', '[2.231]'],
    ['Change Status', 'Pro Forever', '[2.235]'],
  ])('has a column %s: %s %s', (name, text) => {
    show(wideUserColumns);
    const names = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const row = document.querySelector('tbody tr[data-row-key]');
    expect(row?.children[names.indexOf(name)]?.textContent).toBe(text);
  });

  it.each([
    ['table', wideUserColumns],
    ['cards', narrowUserColumns],
  ])('breaks an email address after its @ before it breaks inside a name: %s', (_, columns) => {
    show(columns);
    expect(screen.getByText('grace@example.com').innerHTML).toBe('grace@<wbr>example.com');
  });

  const badges = (): (string | null)[] =>
    [...document.querySelectorAll('[data-badge]')].map(({ textContent }) => textContent);

  it.each([
    ['active', 'Pro', '[2.232]'],
    ['proforever', 'Pro Forever', '[2.233]'],
    ['free', 'Free', '[2.234]'],
  ] as const)('has a badge for the status %s: %s %s', (subscriptionStatus, label, _tag) => {
    show(wideUserColumns, { subscriptionStatus, isAdmin: false });
    expect(badges()).toEqual([label]);
  });

  it('has an Admin badge for admins only [2.228]', () => {
    show(wideUserColumns);
    expect(badges()).toEqual(['Admin', 'Pro Forever']);
    cleanup();
    show(wideUserColumns, { isAdmin: false });
    expect(badges()).toEqual(['Pro Forever']);
  });

  it.each([
    ['Grace HopperAdmin', '[2.227, 2.228]'],
    ['grace@example.com', '[2.229]'],
    ['Joined 2026-01-05 · Shares Used 1,004', '[2.230, 2.231]'],
  ])('has one card per user in a narrow window, with "%s" %s', (text) => {
    show(narrowUserColumns);
    const parts = [...document.querySelectorAll('tbody *')].map(({ textContent }) => textContent);
    expect(parts).toContain(text);
  });

  it('has status and select on the cards [2.233, 2.235]', () => {
    show(narrowUserColumns);
    expect(badges()).toEqual(['Admin', 'Pro Forever']);
    expect(screen.getByLabelText('Change status of grace@example.com')).toBeDefined();
  });
});
