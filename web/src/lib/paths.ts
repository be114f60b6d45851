/** The paths of the app, for links and routes. */
export const paths = {
  home: '/',
  landing: '/landing',
  login: '/login',
  terms: '/terms',
  privacy: '/privacy',
  trust: '/trust',
  subscribe: '/subscribe',
  upgrade: '/upgrade',
  auditLogs: '/audit-logs',
  settings: '/settings',
  help: '/help',
  adminDashboard: '/admin/dashboard',
  adminSubscriptions: '/admin/subscription-management',
} as const;

export interface LoginPrefill {
  email?: string;
  name?: string;
  tab?: 'signin' | 'signup';
}

/** /login with its prefill: `/login?email=…&name=…&tab=signup`. */
export const loginPath = (prefill: LoginPrefill = {}): string => {
  const query = new URLSearchParams();
  for (const key of ['email', 'name', 'tab'] as const) {
    const value = prefill[key];
    if (value !== undefined && value !== '') query.set(key, value);
  }
  const text = query.toString();
  return text === '' ? paths.login : `${paths.login}?${text}`;
};

export const sharePath = (shareId: string): string => `/share/${encodeURIComponent(shareId)}`;

/** The link that a sender copies: `{origin}/share/{id}`. */
export const shareUrl = (shareId: string, origin: string = window.location.origin): string =>
  `${origin}${sharePath(shareId)}`;

const buildEnv: Record<string, unknown> =
  (import.meta as { env?: Record<string, unknown> }).env ?? {};

/** Empty when the API is on the page's own origin; `https://api.host` for a sibling host. */
export const apiOrigin: string =
  typeof buildEnv['VITE_API_ORIGIN'] === 'string' ? buildEnv['VITE_API_ORIGIN'] : '';

/** `apiUrl('/user')` → `/api/user`, on the API's host. */
export const apiUrl = (path: string): string => `${apiOrigin}/api${path}`;
