/** The identity SDK's `auth/…` code; null for any other error. */
export const codeOf = (error: unknown): string | null => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
};
