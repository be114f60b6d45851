/**
 * Pages by the third parties that they need. Each class has its own Content-Security-Policy (content-policy.ts), so a
 * page of another class needs a document of its own: the policy of a document cannot change.
 */
export type PageClass = 'app' | 'share' | 'sign-in' | 'payment';

/** Regular expressions of the paths, as nginx and JavaScript read them. Every other path is `app`. */
export const pagePatterns = {
  share: '^/share/',
  'sign-in': '^/login/?$',
  payment: '^/subscribe/?$',
} as const satisfies Partial<Record<PageClass, string>>;

const compiled = Object.entries(pagePatterns).map(
  ([page, pattern]) => [page as keyof typeof pagePatterns, new RegExp(pattern)] as const,
);

export const pageClassOf = (path: string): PageClass =>
  compiled.find(([, pattern]) => pattern.test(path))?.[0] ?? 'app';
