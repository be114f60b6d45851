import type { Role } from '@tandem/proto/browser/ws/frames';

export type { Role };

export const isRole = (value: unknown): value is Role => value === 'sender' || value === 'receiver';
