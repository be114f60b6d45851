import { currentLanguage } from './language/language.js';

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
  admin: '/admin',
  adminDashboard: '/admin/dashboard',
  adminSubscriptions: '/admin/subscription-management',
  adminLog: '/admin/log',
} as const;

export interface LoginPrefill {
  email?: string;
  name?: string;
  tab?: 'signin' | 'signup';
  /** The page to open after the sign-in. */
  next?: string;
}

/** Pages that need an account. `/` is not among them: it is the landing page of visitors. */
const accountPaths: readonly string[] = [
  paths.subscribe,
  paths.auditLogs,
  paths.settings,
  paths.help,
  paths.adminDashboard,
  paths.adminSubscriptions,
  paths.adminLog,
];

export const needsAccount = (path: string): boolean => accountPaths.includes(path);

/** The page to open after a sign-in; the home page for anything but a page of ours that needs an account. */
export const returnPath = (next: string | null): string =>
  next !== null && needsAccount(next) ? next : paths.home;

const loginWith = (parameters: URLSearchParams | Record<string, string>): string => {
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? paths.login : `${paths.login}?${query}`;
};

/** /login with its prefill: `/login?email=…&name=…&tab=signup&next=…`. */
export const loginPath = (prefill: LoginPrefill = {}): string => {
  const query = new URLSearchParams();
  for (const key of ['email', 'name', 'tab', 'next'] as const) {
    const value = prefill[key];
    if (value !== undefined && value !== '') query.set(key, value);
  }
  return loginWith(query);
};

/** The landing page in a language. */
export const landingPath = (language: string): string =>
  language === 'en' ? paths.landing : `/${language.toLowerCase()}${paths.landing}`;

/**
 * The language of the page with the link, which the app remembers. Pages in English only do not name it, because their
 * readers have not chosen it.
 */
const languageOfPage = (isEnglishOnly: boolean): Record<string, string> =>
  isEnglishOnly && currentLanguage() === 'en' ? {} : { lang: currentLanguage() };

/** The sign-in page, from a public page. */
export const signInPath = (isEnglishOnly = false): string =>
  loginWith(languageOfPage(isEnglishOnly));

/** For people without an account. */
export const signUpPath = (isEnglishOnly = false): string =>
  loginWith({ tab: 'signup', ...languageOfPage(isEnglishOnly) });

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
