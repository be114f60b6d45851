/** Loaded with the first new password: the list is larger than the pages that need it. */
const load = async (): Promise<ReadonlySet<string>> => {
  const { commonPasswords } = await import('./common-passwords.list.js');
  return new Set(commonPasswords.split(' '));
};

let loading: Promise<ReadonlySet<string>> | null = null;

/**
 * Whether attackers try the password first: it is one of the most frequent in known leaks. False while the list cannot
 * be loaded, because the identity provider's own rules still apply.
 */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  try {
    const common = await (loading ??= load());
    return common.has(password.toLowerCase());
  } catch {
    loading = null;
    return false;
  }
};
