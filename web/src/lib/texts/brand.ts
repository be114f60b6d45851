import { useSyncExternalStore } from 'react';

/** The product's name, its slug in URLs and the support address. */
export interface Brand {
  name: string;
  slug: string;
  supportEmail: string;
}

const fromBuild = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value !== '' ? value : fallback;

// Absent under Jest, where nothing replaces import.meta.env.
const buildEnv: Record<string, unknown> =
  (import.meta as { env?: Record<string, unknown> }).env ?? {};

/** The build's brand; the runtime configuration replaces it (setBrand). */
export const defaultBrand: Brand = {
  name: fromBuild(buildEnv['VITE_PRODUCT_NAME'], 'Tandem'),
  slug: fromBuild(buildEnv['VITE_PRODUCT_SLUG'], 'tandem'),
  supportEmail: fromBuild(buildEnv['VITE_SUPPORT_EMAIL'], 'support@tandem.example'),
};

let current = defaultBrand;
const listeners = new Set<() => void>();

export const getBrand = (): Brand => current;

export const setBrand = (brand: Brand): void => {
  const isSame =
    brand.name === current.name &&
    brand.slug === current.slug &&
    brand.supportEmail === current.supportEmail;
  if (isSame) return;
  current = brand;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The current brand; re-renders when the runtime configuration arrives. */
export const useBrand = (): Brand => useSyncExternalStore(subscribe, getBrand, () => defaultBrand);
