import type { UserSorting } from '@tandem/proto/browser/http/admin';
import { texts } from '../texts.js';

export type UserOrder = keyof typeof texts.management.sortings;

export const newestFirst: UserOrder = 'joined desc';
export const userOrders = Object.keys(texts.management.sortings) as UserOrder[];

export const sortingOf = (order: UserOrder) => {
  const [sort, direction] = order.split(' ') as [UserSorting, 'asc' | 'desc'];
  return { sort, order: direction };
};

/** The order that a column's header selects. */
export const orderOf = (
  column: unknown,
  direction: 'ascend' | 'descend' | null | undefined,
): UserOrder => {
  const order = `${String(column)} ${direction === 'ascend' ? 'asc' : 'desc'}`;
  return userOrders.find((known) => known === order) ?? newestFirst;
};
