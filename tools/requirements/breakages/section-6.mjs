import { apart, breaks } from '../breakage.mjs';

/** @type {typeof breaks} */
const local = (file, rows) => apart(breaks(file, rows));

const features = 'web/src/features';
const account = 'web/src/lib/account';
const toLogin = 'element={<Navigate to={paths.login} replace />}';

const visitors = [
  ...breaks('web/src/app/routes/routes.tsx', [
    [
      '6.1',
      'the landing page needs a login',
      '<Route path={paths.landing} element={<LandingPage />} />',
      `<Route path={paths.landing} ${toLogin} />`,
    ],
    [
      '6.1',
      'marketing pages need a login',
      'element={<MarketingPage key={key} pageKey={key} />}',
      toLogin,
    ],
    ['6.1', 'the terms need a login', 'element={<TermsPage />}', toLogin],
    ['6.1', 'the privacy policy needs a login', 'element={<PrivacyPage />}', toLogin],
    ['6.2', 'no login page', '<Route path={paths.login} element={<LoginGate />} />', ''],
    ['6.3', 'a share link needs a login', 'element={<SharePage />}', toLogin],
  ]),
  ...breaks('web/src/app/routes/session-gate.tsx', [
    [
      '6.2',
      'visitors are sent home from the login page',
      "case 'visitor':\n      return <LoginRoute />;",
      "case 'visitor':\n      return <Navigate to={paths.home} replace />;",
    ],
    [
      '6.4',
      'the dashboard without a user',
      'return visitorPage;',
      'return <SignedInFrame key="" user={{ uid: \'u\', email: null, displayName: null, photoURL: null }} />;',
    ],
  ]),
  ...breaks(`${features}/share-page/session/flow.ts`, [
    [
      '6.3',
      'no step after the password',
      "if (flow.step !== 'password') return flow;",
      "if (flow.step === 'password') return flow;",
    ],
    [
      '6.3',
      'no step after the details',
      "return flow.step === 'details'",
      "return flow.step === 'sender'",
    ],
  ]),
  ...breaks('gateway/src/routes/shares.ts', [
    [
      '6.3',
      'opening a share needs a user',
      "for signalling and TURN.',\n      access: 'optional',",
      "for signalling and TURN.',\n      access: 'user',",
    ],
    [
      '6.3',
      'recording a download needs a user',
      "password or a grant.',\n      access: 'public',",
      "password or a grant.',\n      access: 'user',",
    ],
  ]),
  ...breaks('gateway/src/routes/file-shares.ts', [
    [
      '6.4',
      'visitors create shares',
      "generated password.',\n    access: 'user',",
      "generated password.',\n    access: 'optional',",
    ],
    [
      '6.4',
      'visitors list shares',
      "the newest first by default.\",\n    access: 'user',",
      "the newest first by default.\",\n    access: 'optional',",
    ],
  ]),
];

const free = [
  ...breaks('proto/browser/policy.ts', [
    ['6.5', '9 shares a month', 'freeSharesPerMonth: 10', 'freeSharesPerMonth: 9'],
    ['6.5', '11 shares a month', 'freeSharesPerMonth: 10', 'freeSharesPerMonth: 11'],
  ]),
  ...breaks('services/shares/src/share/create.ts', [
    [
      '6.5',
      'the server does not enforce the limit',
      'reserve(reservation, rules.monthlyLimit, now)',
      'reserve(reservation, null, now)',
    ],
    [
      '6.9',
      'the limit of Free for every plan',
      'reserve(reservation, rules.monthlyLimit, now)',
      'reserve(reservation, 10, now)',
    ],
  ]),
  ...breaks('services/shares/src/plan/usage.store.ts', [
    [
      '6.5',
      'concurrent creates exceed the limit',
      '...(limit !== null && { count: { $lt: limit } }),',
      '',
    ],
    ['6.5', 'one share too many', '$lt: limit', '$lte: limit'],
  ]),
  ...local('services/shares/src/plan/plan.ts', [
    [
      '6.5',
      'the limit is for ever',
      'at.toISOString().slice(0, 7)',
      'at.toISOString().slice(0, 4)',
    ],
    [
      '6.5',
      'the limit is for a day',
      'at.toISOString().slice(0, 7)',
      'at.toISOString().slice(0, 10)',
    ],
  ]),
  ...local('web/src/app/shell/navigation.tsx', [
    ['6.6', 'no Upgrade Account', '...(hasPayments && !isPro\n', '...(isPro === null\n'],
    ['6.7', 'Help for everyone', 'const hasHelp = isPro ||', 'const hasHelp = true ||'],
    ['6.10', 'no Help', 'const hasHelp = isPro ||', 'const hasHelp ='],
    [
      '6.11',
      'no Audit Logs for paid plans',
      '{ to: paths.auditLogs, label: nav.audit, icon: <Icon name="log" /> },',
      '...(isPro ? [] : [{ to: paths.auditLogs, label: nav.audit, icon: <Icon name="log" /> }]),',
    ],
    ['6.18', 'no Admin for admins', '...(isAdmin\n', '...(isAdmin && !isAdmin\n'],
    ['6.18', 'Admin for everyone', '...(isAdmin\n', '...(isAdmin || !isAdmin\n'],
    [
      '6.21',
      'no Audit Logs for Free',
      '{ to: paths.auditLogs, label: nav.audit, icon: <Icon name="log" /> },',
      '...(isPro ? [{ to: paths.auditLogs, label: nav.audit, icon: <Icon name="log" /> }] : []),',
    ],
    [
      '6.21',
      'no Settings for Free',
      '{ to: paths.settings, label: nav.settings, icon: <Icon name="gear" /> },',
      '...(isPro ? [{ to: paths.settings, label: nav.settings, icon: <Icon name="gear" /> }] : []),',
    ],
  ]),
  ...local(`${features}/dashboard/usage/upgrade-banner.tsx`, [
    [
      '6.6',
      'no banner',
      'if (record.sharesUsedThisMonth < upgradeBannerFrom(limit)) return null;',
      'return null;',
    ],
    ['6.6', 'no way to upgrade', 'void navigate(paths.subscribe)', 'undefined'],
  ]),
  ...breaks(`${features}/help/help-page.tsx`, [
    [
      '6.7',
      'the Help Center for everyone',
      'if (hasPayments && record !== undefined && !isPaid(record.subscriptionStatus))',
      'if (record === null)',
    ],
    [
      '6.10',
      'no Help Center for ProForever',
      'if (hasPayments && record !== undefined && !isPaid(record.subscriptionStatus))',
      "if (record.subscriptionStatus !== 'active')",
    ],
    [
      '6.10',
      'no Help Center for Pro',
      'if (hasPayments && record !== undefined && !isPaid(record.subscriptionStatus))',
      "if (record.subscriptionStatus !== 'proforever')",
    ],
    ['6.10', 'no support', '<Contact />', ''],
  ]),
  ...local(`${features}/help/texts.ts`, [['6.10', 'no priority', 'within 24 hours', 'some day']]),
  ...breaks(`${features}/share-page/share-page.tsx`, [
    ['6.8', 'no name', "name: session.user.displayName ?? ''", "name: ''"],
    ['6.8', 'no e-mail', "email: session.user.email ?? ''", "email: ''"],
  ]),
  ...local(`${features}/share-page/details-form.tsx`, [
    ['6.8', 'the name is not filled in', 'typed.name ?? known.name', "typed.name ?? ''"],
    ['6.8', 'the e-mail is not filled in', 'typed.email ?? known.email', "typed.email ?? ''"],
  ]),
];

const paid = [
  ...breaks('services/shares/src/config.ts', [
    [
      '6.9',
      'the limit of Free for Pro',
      'active: {\n    monthlyLimit: null',
      'active: {\n    monthlyLimit: config.FREE_MONTHLY_SHARES',
    ],
    [
      '6.9',
      'the limit of Free for ProForever',
      'proforever: {\n    monthlyLimit: null',
      'proforever: {\n    monthlyLimit: config.FREE_MONTHLY_SHARES',
    ],
    [
      '6.15',
      'the expiry of Free is fixed',
      'expiryDays: config.EXPIRY_DAYS_FREE',
      'expiryDays: { min: 7, max: 7, default: 7 }',
    ],
    [
      '6.15',
      'the expiry of Pro is fixed',
      'expiryDays: config.EXPIRY_DAYS_PRO,',
      'expiryDays: { min: 1, max: 30, default: 7 },',
    ],
    [
      '6.15',
      'the expiry of ProForever is fixed',
      'expiryDays: config.EXPIRY_DAYS_PROFOREVER',
      'expiryDays: { min: 1, max: 365, default: 7 }',
    ],
  ]),
  ...breaks('proto/policy-settings.ts', [
    ['6.15', 'the default is fixed', 'default: usual };', 'default: 7 };'],
  ]),
  ...breaks(`${account}/user-api.ts`, [
    ['6.10, 6.11', 'Pro is not a paid plan', "status === 'active' || ", ''],
    ['6.10, 6.11', 'ProForever is not a paid plan', " || status === 'proforever'", ''],
    [
      '6.11',
      'Free is a paid plan',
      "status === 'active' || status === 'proforever'",
      'status !== undefined',
    ],
  ]),
  ...breaks(`${features}/audit/activity/activity-panel.tsx`, [
    ['6.11', 'no analytics', '!isPaid(status) ||', 'isPaid(status) ||'],
  ]),
  ...breaks('proto/browser/policy.ts', [
    ['6.12', 'at most 29 days for Pro', 'active: { min: 1, max: 30,', 'active: { min: 1, max: 29,'],
    ['6.12', 'at most 31 days for Pro', 'active: { min: 1, max: 30,', 'active: { min: 1, max: 31,'],
    ['6.12', 'at least 2 days for Pro', 'active: { min: 1,', 'active: { min: 2,'],
    [
      '6.13',
      'at most 364 days for ProForever',
      'proforever: { min: 1, max: 365,',
      'proforever: { min: 1, max: 364,',
    ],
    [
      '6.13',
      'at most 366 days for ProForever',
      'proforever: { min: 1, max: 365,',
      'proforever: { min: 1, max: 366,',
    ],
    ['6.13', 'at least 2 days for ProForever', 'proforever: { min: 1,', 'proforever: { min: 2,'],
  ]),
  ...local('services/shares/src/plan/plan.ts', [
    ['6.12, 6.13', 'more days than the plan allows', ' || days > max', ''],
    ['6.12, 6.13', 'fewer days than the plan allows', ' || days < min', ''],
  ]),
  ...breaks(`${features}/dashboard/upload/options/expiry-field.tsx`, [
    ['6.12, 6.13', 'no lower limit in the field', '        min={min}\n', ''],
    ['6.12, 6.13', 'no upper limit in the field', '        max={max}\n', ''],
  ]),
  ...breaks(`${features}/dashboard/upload/upload-card.tsx`, [
    [
      '6.12, 6.13',
      'no field',
      '<ExpiryField range={expiry.range} days={expiry.days} onChange={setDays} />',
      '<span />',
    ],
  ]),
  ...local(`${features}/billing/texts.ts`, [
    ['6.14', 'no promise', "'Valid as long as the service runs',", ''],
  ]),
  ...breaks('services/billing/src/plan.ts', [
    [
      '6.14',
      'the plan ends',
      "one.state === 'paid' && counts(one)",
      "one.state === 'paid' && counts(one) && decisions.complimentary !== undefined",
    ],
    [
      '6.14',
      'the plan has an end',
      "status: 'proforever',\n    payment: noPayment",
      "status: 'proforever',\n    payment: { ...noPayment, periodEnd: new Date() }",
    ],
  ]),
  ...breaks('services/billing/src/plans.ts', [
    [
      '6.14',
      'the plan ends after a year',
      'planOf(decisions, purchases);\n    const { status',
      'planOf(decisions, { ...purchases, lifetimes: purchases.lifetimes.filter((one) => at.getTime() - one.createdAt.getTime() < 365 * 86_400_000) });\n    const { status',
    ],
  ]),
];

const shareRoles = [
  ...breaks(`${features}/share-page/session/flow.ts`, [
    [
      '6.16',
      'the owner is a recipient',
      "event.access.share.isOwner ? 'sender' : 'details'",
      "event.access.share.isOwner ? 'details' : 'details'",
    ],
    [
      '6.17',
      'everyone is the sender',
      "event.access.share.isOwner ? 'sender' : 'details'",
      "event.access.share.isOwner ? 'sender' : 'sender'",
    ],
  ]),
  ...breaks(`${features}/share-page/share-page.tsx`, [
    [
      '6.16',
      'no sender view',
      '<SenderPanel access={flow.access} loadEngine={loadEngine} />',
      '{null}',
    ],
  ]),
  ...breaks(`${features}/share-page/share-page.tsx`, [
    ['6.17', 'no receiver view', "case 'receiver':", "case '' as 'receiver':"],
    [
      '6.17',
      'users get the sender view',
      "case 'receiver':",
      "case 'receiver': if (session.status === 'user') return <SenderPanel access={flow.access} loadEngine={loadEngine} />;",
    ],
  ]),
  ...breaks(`${features}/share-page/send/sender-panel.tsx`, [
    [
      '6.16',
      'the owner cannot send',
      '{canChoose && <FileChoice share={access.share} onChosen={sending.send} />}',
      '',
    ],
  ]),
  ...breaks('services/shares/src/access/access.ts', [
    [
      '6.16',
      'the owner gets a recipient’s grant',
      "isOwner ? 'sender' : 'receiver'",
      "isOwner ? 'receiver' : 'receiver'",
    ],
    [
      '6.17',
      'everyone gets a sender’s grant',
      "isOwner ? 'sender' : 'receiver'",
      "isOwner ? 'sender' : 'sender'",
    ],
  ]),
  ...breaks('services/shares/src/access/check-access.ts', [
    [
      '6.16',
      'the owner is not recognised',
      'share.ownerUid === callerUid;',
      "share.ownerUid === '';",
    ],
    [
      '6.17',
      'everyone is the owner',
      "callerUid !== '' && share.ownerUid === callerUid;",
      "share.ownerUid !== '';",
    ],
    [
      '6.17',
      'every user is the owner',
      "callerUid !== '' && share.ownerUid === callerUid;",
      "callerUid !== '';",
    ],
  ]),
];

const admins = [
  ...breaks('web/src/app/routes/routes.tsx', [
    ['6.18', 'no dashboard', 'element={<AdminDashboardPage />}', 'element={<NotFoundPage />}'],
    [
      '6.18',
      'no subscription management',
      'element={<SubscriptionManagementPage />}',
      'element={<NotFoundPage />}',
    ],
    ['6.22', 'no page for visitors', 'return <LoginRequired />;', 'return <LandingPage />;'],
  ]),
  ...local(`${features}/admin/api.ts`, [
    [
      '6.19',
      'no token with reads',
      'query: () => ({ ...call, isBearer: true }),',
      'query: () => ({ ...call }),',
    ],
    ['6.19', 'no token with changes', 'body,\n        isBearer: true,', 'body,'],
  ]),
  ...breaks('web/src/lib/http/base-api.ts', [
    ['6.19', 'the token is not a bearer', '`Bearer ${await getIdToken()}`', 'await getIdToken()'],
  ]),
  ...breaks('gateway/src/auth.ts', [
    [
      '6.20',
      'no check at admin calls',
      "access === 'admin' && !caller.isAdmin",
      "access === 'admin' && !caller",
    ],
    [
      '6.20',
      'the check lets nobody pass',
      "access === 'admin' && !caller.isAdmin",
      "access === 'admin'",
    ],
    [
      '6.24',
      'the token in the body is ignored',
      'bearerOf(request) ?? tokenInBody(request)',
      'bearerOf(request)',
    ],
    [
      '6.25',
      'the cookie does not authorize',
      "? { $case: 'sessionCookie', value: cookie }",
      '? undefined',
    ],
  ]),
  ...local('gateway/src/routes/admin/admin-read.ts', [
    [
      '6.20',
      'everyone reads',
      "  criticality: 'sheddable',\n  access: 'admin',",
      "  criticality: 'sheddable',\n  access: 'user',",
    ],
  ]),
  ...local('gateway/src/routes/admin/users.ts', [
    [
      '6.20',
      'everyone changes plans',
      "a user's plan.\",\n    access: 'admin',",
      "a user's plan.\",\n    access: 'user',",
    ],
  ]),
  ...local('services/identity/src/provider.ts', [
    [
      '6.20',
      'everyone is an admin',
      'record.customClaims?.[adminClaim] === true',
      'record.customClaims?.[adminClaim] !== null',
    ],
    [
      '6.20',
      'the claim is ignored',
      'record.customClaims?.[adminClaim] === true',
      'record.customClaims?.[adminClaim] === null',
    ],
    [
      '6.20',
      'any value of the claim counts',
      'record.customClaims?.[adminClaim] === true',
      'record.customClaims?.[adminClaim] !== undefined',
    ],
  ]),
];

const signedIn = [
  ...local(`${features}/billing/login-required.tsx`, [
    ['6.22', 'no toast', "toast({ variant: 'destructive', ...texts.loginRequired });", ''],
    [
      '6.23',
      'no redirect',
      'void navigate(loginPath({ next: paths.subscribe }), { replace: true })',
      'undefined',
    ],
    [
      '6.23',
      'another address',
      'void navigate(loginPath({ next: paths.subscribe }), { replace: true })',
      'void navigate(paths.landing)',
    ],
    ['6.23', 'after 1.4 s', 'redirectDelayMs = 1500', 'redirectDelayMs = 1400'],
    ['6.23', 'after 1.6 s', 'redirectDelayMs = 1500', 'redirectDelayMs = 1600'],
  ]),
  ...local(`${features}/billing/texts.ts`, [
    ['6.22', 'another title', "'Login Required'", "'Something else'"],
    ['6.22', 'another text', "'Please log in to subscribe to Pro.'", "'Something else'"],
  ]),
  ...local(`${features}/dashboard/recent/use-share-commands.ts`, [
    [
      '6.24',
      'no token with stop',
      'stopShare({ shareId, idToken })',
      "stopShare({ shareId, idToken: '' })",
    ],
    [
      '6.24',
      'no token with restart',
      'restartShare({ shareId, idToken })',
      "restartShare({ shareId, idToken: '' })",
    ],
  ]),
  ...breaks(`${features}/dashboard/api.ts`, [
    [
      '6.24',
      'no body with stop',
      "/stop`,\n        method: 'POST',\n        body,",
      "/stop`,\n        method: 'POST',",
    ],
    [
      '6.24',
      'no body with restart',
      "/restart`,\n        method: 'POST',\n        body,",
      "/restart`,\n        method: 'POST',",
    ],
    [
      '6.25',
      'a bearer token with delete',
      "method: 'DELETE',",
      "method: 'DELETE', isBearer: true,",
    ],
    [
      '6.25',
      'a token in the body of delete',
      "method: 'DELETE',",
      "method: 'DELETE', body: { idToken: 'id-token' },",
    ],
  ]),
];

/** @type {import('../breakage.mjs').Breakage[]} */
export default [...visitors, ...free, ...paid, ...shareRoles, ...admins, ...signedIn];
