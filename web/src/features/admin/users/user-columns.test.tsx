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

const show = (columns: typeof wideUserColumns): void => {
  render(
    <Provider store={createStore()}>
      <Table<AdminUser> rowKey="id" columns={columns} dataSource={[user]} />
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
    ['Status', 'Pro Forever', '[2.233]'],
    ['Change Status', 'Pro Forever', '[2.235]'],
  ])('has a column %s: %s %s', (name, text) => {
    show(wideUserColumns);
    const names = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const row = document.querySelector('tbody tr[data-row-key]');
    expect(row?.children[names.indexOf(name)]?.textContent).toBe(text);
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
    const badges = [...document.querySelectorAll('[data-badge]')];
    expect(badges.map(({ textContent }) => textContent)).toEqual(['Admin', 'Pro Forever']);
    expect(screen.getByLabelText('Change status of grace@example.com')).toBeDefined();
  });
});
