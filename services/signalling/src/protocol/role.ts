/** Role of a member in its room. */
export type Role = 'sender' | 'receiver';

export const isRole = (value: unknown): value is Role => value === 'sender' || value === 'receiver';
