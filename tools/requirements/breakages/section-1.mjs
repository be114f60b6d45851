import { apart, breaks } from '../breakage.mjs';

/** @type {typeof breaks} */
const local = (file, rows) => apart(breaks(file, rows));

const features = 'web/src/features';
const engine = 'web/src/transfer';
const marketing = `${features}/marketing/content/en`;

const sharing = [
  ...local('services/shares/src/share/password.ts', [
    ['1.2', 'a short password', 'passwordLength = 12', 'passwordLength = 11'],
    [
      '1.2',
      'ambiguous characters',
      "'abcdefghjkmnpqrstuvwxyz23456789'",
      "'abcdefghijkmnpqrstuvwxyz23456789'",
    ],
  ]),
  ...breaks('services/shares/src/shares.rpc.ts', [
    ['1.2', 'no password', "context.vault.open(share.shareId, share.password) ?? ''", "''"],
  ]),
  ...local('web/src/app/routes/routes.tsx', [
    [
      '1.4',
      'a share link needs a login',
      'element={<SharePage />}',
      'element={<Navigate to={paths.login} replace />}',
    ],
  ]),
  ...local('gateway/src/routes/shares.ts', [
    [
      '1.31',
      'opening a share needs an account',
      "for signalling and TURN.',\n      access: 'optional',",
      "for signalling and TURN.',\n      access: 'user',",
    ],
  ]),
  ...breaks('gateway/src/routes/file-shares.ts', [
    [
      '1.31',
      'visitors create shares',
      "generated password.',\n    access: 'user',",
      "generated password.',\n    access: 'optional',",
    ],
  ]),
  ...local(`${features}/dashboard/sending/transfer-view.ts`, [
    [
      '1.6',
      'the tab closes without a warning',
      "snapshot.state !== 'completed' && snapshot.state !== 'error'",
      "snapshot.state === 'error'",
    ],
  ]),
  ...breaks('services/signalling/src/http/server.ts', [
    [
      '1.32',
      'any binary frame is accepted',
      'if (isBinary) pod.close(connection, closeReasons.malformed);',
      'if (isBinary && message.byteLength === 0) pod.close(connection, closeReasons.malformed);',
    ],
  ]),
];

const people = [
  ...local(`${features}/auth/sign-in.ts`, [
    [
      '1.8',
      'another e-mail address',
      'signInWithEmailAndPassword(auth, email.trim(), password)',
      "signInWithEmailAndPassword(auth, '', password)",
    ],
    [
      '1.8',
      'another password',
      'signInWithEmailAndPassword(auth, email.trim(), password)',
      'signInWithEmailAndPassword(auth, email.trim(), password.trim())',
    ],
  ]),
  ...breaks(`${features}/auth/sign-in-form.tsx`, [
    [
      '1.8',
      'the form does not sign in',
      'run: () => signInWithPassword(values.email, values.password),',
      'run: () => Promise.resolve(),',
    ],
  ]),
  ...local(`${features}/auth/sign-in.ts`, [
    [
      '1.9, 1.10',
      'no Google popup',
      'new GoogleAuthProvider(), browserPopupRedirectResolver)',
      'new GoogleAuthProvider())',
    ],
    [
      '1.10',
      'no identity provider',
      'signInWithEmailAndPassword(auth, email.trim(), password),\n',
      'Promise.resolve({ user: auth.currentUser as never }),\n',
    ],
  ]),
  ...local('services/audit/src/audit.events.ts', [
    [
      '1.13',
      'no access is recorded',
      "eventType: 'access_attempt',",
      "eventType: 'share_created',",
    ],
  ]),
];

const plans = [
  ...breaks('proto/browser/policy.ts', [
    ['1.15', '9 shares', 'freeSharesPerMonth: 10', 'freeSharesPerMonth: 9'],
    ['1.15', '11 shares', 'freeSharesPerMonth: 10', 'freeSharesPerMonth: 11'],
  ]),
  ...local(`${features}/billing/payment/stripe-elements.ts`, [
    [
      '1.18',
      'no payment at the provider',
      'await stripe.confirmPayment({',
      "await (async (_options: object) => ({ paymentIntent: { status: 'succeeded' } }) as Awaited<ReturnType<Stripe['confirmPayment']>>)({",
    ],
  ]),
  ...local(`${features}/admin/analytics/admin-dashboard-page.tsx`, [
    [
      '1.19',
      'no connection types',
      '{stats.data !== undefined && <ConnectionTypes stats={stats.data} />}',
      '',
    ],
    [
      '1.19',
      'no recent transfers',
      '{transfers.data !== undefined && <RecentTransfers transfers={transfers.data} />}',
      '',
    ],
    ['1.19', 'no costs', '{costs.data !== undefined && <Costs costs={costs.data} />}', ''],
  ]),
  ...breaks(`${features}/admin/users/user-columns.tsx`, [
    [
      '1.20',
      'no change',
      'await setSubscription({ userId: user.id, subscriptionStatus, shownPlan }).unwrap();',
      'void setSubscription;',
    ],
  ]),
  ...local('services/billing/src/plan.ts', [
    [
      '1.20',
      'no ProForever from an admin',
      "if (status === 'proforever') return { ...decisions, complimentary: 'proforever' };",
      "if (status === 'proforever') return decisions;",
    ],
  ]),
];

const app = [
  ...local('web/public/manifest.webmanifest', [
    ['1.21', 'a browser window', '"standalone"', '"browser"'],
  ]),
  ...local('web/index.html', [['1.21', 'no manifest', 'rel="manifest"', 'rel="other"']]),
  ...local('web/src/sw/shell/answers.ts', [
    [
      '1.22',
      'no shell offline',
      '(await findShell()) ?? fromNetwork',
      "({ text: () => Promise.resolve('') }) as Response",
    ],
  ]),
];

const claims = [
  ...local('web/src/lib/texts/figures.ts', [
    ['1.23', 'not 5 GB', 'everywhere: 5 * gibibyte', 'everywhere: 6 * gibibyte'],
    ['1.24', 'not 10 GB', 'free: 10 * gibibyte', 'free: 11 * gibibyte'],
    ['1.24', 'not 100 GB', 'pro: 100 * gibibyte', 'pro: 110 * gibibyte'],
  ]),
  ...local(`${features}/help/texts.ts`, [
    ['1.23', 'not 5GB in the help', 'up to 5GB,', 'up to 6GB,'],
    ['1.23', 'not 2GB free in the help', '2GB free', '3GB free'],
  ]),
  ...local(`${features}/legal/content/en/terms.ts`, [
    ['1.14', 'no HIPAA in the terms', 'HIPAA', 'such rules'],
  ]),
  ...breaks('services/shares/src/share/wrong-passwords.ts', [
    ['1.26', 'no stop after wrong passwords', 'options.limit === 0 ||', 'options.limit !== 0 ||'],
    [
      '1.26',
      'after the eleventh',
      'counted.length < options.limit',
      'counted.length <= options.limit',
    ],
    [
      '1.26',
      'without a window',
      'added.at.getTime() - at.getTime() < windowMs',
      'windowMs > 0 && at !== null',
    ],
  ]),
  ...breaks('proto/browser/policy.ts', [
    ['1.26', 'after the ninth', 'wrongPasswordLimit: 10', 'wrongPasswordLimit: 9'],
    [
      '1.25',
      'another retention by default',
      'auditRetentionMonths: 12',
      'auditRetentionMonths: 13',
    ],
  ]),
  ...local(`${features}/marketing/landing/landing-page.tsx`, [
    ['1.30', 'no FAQ', 'items: faq }}', 'items: [] }}'],
  ]),
  ...local(`${features}/marketing/landing/voices.tsx`, [
    ['1.29', 'no name', '<figcaption>{who}</figcaption>', '<figcaption />'],
  ]),
];

const transfer = [
  ...breaks(`${features}/dashboard/upload/upload-card.tsx`, [
    [
      '1.1',
      'no share is created',
      "{form.kind === 'idle' && hasFile && (",
      "{form.kind === 'created' && hasFile && (",
    ],
  ]),
  ...breaks(`${features}/share-page/session/flow.ts`, [
    [
      '1.3',
      'no step after the password',
      "if (flow.step !== 'password') return flow;",
      "if (flow.step === 'password') return flow;",
    ],
    [
      '1.3',
      'no step after the details',
      "return flow.step === 'details'\n",
      "return flow.step === 'sender'\n",
    ],
  ]),
  ...local(`${marketing}/shared.ts`, [
    ['1.5', 'no word of being online', 'Yes, at the same time, until the file has arrived.', 'No.'],
  ]),
  ...breaks(`${engine}/send/send-session.ts`, [
    [
      '1.5',
      'a later recipient is not served',
      "case 'peer-joined':\n        if (event.peer.role === 'receiver') this.#admit(event.peer.peerId);",
      "case 'peer-joined':",
    ],
    [
      '1.5',
      'a recipient that waits is not served',
      'for (const peerId of receivers) this.#admit(peerId);',
      'void receivers;',
    ],
  ]),
  ...breaks(`${engine}/send/send-session.state.ts`, [
    ['1.5', 'a sender alone has completed', ": as('waiting');", ": as('completed');"],
  ]),
  ...breaks(`${engine}/signalling/client.ts`, [
    [
      '1.7',
      'as many bytes as the file through the server',
      'JSON.stringify({ shareId, peerId, ...frame })',
      "JSON.stringify({ shareId, peerId, ...frame, more: 'x'.repeat(50_000) })",
    ],
    [
      '1.7',
      'the name of the file through the server',
      'JSON.stringify({ shareId, peerId, ...frame })',
      "JSON.stringify({ shareId, peerId, ...frame, more: 'film.bin' })",
    ],
  ]),
  ...local(`${marketing}/video.ts`, [
    ['1.11, 1.27', 'no word of the original', "'Original in, original out'", "'Smaller'"],
  ]),
  ...breaks(`${engine}/send/source/file-source.ts`, [
    [
      '1.27',
      'another file is sent',
      'const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());',
      'const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer()).reverse();',
    ],
  ]),
  ...local(`${marketing}/hipaa.ts`, [
    ['1.12', 'no retention', '{ figure: retention,', "{ figure: 'long',"],
  ]),
  ...breaks('proto/browser/plans.ts', [
    ['1.16', '$6 a week', 'proWeeklyUsd: 5', 'proWeeklyUsd: 6'],
    ['1.17', '$120', 'proForeverUsd: 110', 'proForeverUsd: 120'],
  ]),
  ...breaks(`${engine}/wire/shared-control.ts`, [
    ['1.28', 'no pause', "onPeerPaused(true, message.reason === 'approval');", ''],
  ]),
  ...breaks(`${engine}/receive/receive-session.state.ts`, [
    [
      '1.28',
      'no new connection',
      "return { state: 'retrying', cause: 'connection', attempt, lostSignalling: null };",
      'return fail(error);',
    ],
  ]),
];

/** @type {import('../breakage.mjs').Breakage[]} */
export default [...sharing, ...people, ...plans, ...app, ...claims, ...transfer];
