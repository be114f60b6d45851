import { apart, breaks } from '../breakage.mjs';

/** @type {typeof breaks} */
const local = (file, rows) => apart(breaks(file, rows));

/** @typedef {[numbers: string, text: string, find: string]} Text */

/**
 * Each text is replaced by another where it is written.
 * @param {string} file @param {Text[]} texts
 */
const otherText = (file, texts) =>
  local(
    file,
    texts.map(([numbers, text, find]) => [
      numbers,
      `another text for “${text}”`,
      find,
      find.replace(text, 'Something else'),
    ]),
  );

const features = 'web/src/features';
const billing = `${features}/billing`;
const dashboard = `${features}/dashboard`;
const sharePage = `${features}/share-page`;
const engine = 'web/src/transfer';

const requests = [
  ...breaks('web/src/lib/http/http.ts', [
    ['8.1', 'no status in the message', 'message: `${status}: ${text}`,', 'message: text,'],
    ['8.1, 8.2', 'no body in the message', '`${status}: ${text}`', '`${status}: `'],
    ['8.1', 'every response counts as a success', 'if (response.ok)', 'if (response.status > 0)'],
    ['8.2', 'no status text for an empty body', '? statusText :', "? '' :"],
    ['8.3', 'no message for a network failure', 'message: texts.networkError,', "message: '',"],
    [
      '8.4',
      'a 401 leads to the login screen',
      'if (response.ok) return response;',
      "if (response.status === 401) history.pushState(null, '', '/login');\n  if (response.ok) return response;",
    ],
    [
      '8.4',
      'a 401 has another message',
      'throw new ApiError(describeAnswer(response.status, response.statusText, text));',
      "throw new ApiError(describeAnswer(response.status, response.statusText, response.status === 401 ? 'Please sign in' : text));",
    ],
    [
      '8.5',
      'a failed request is sent again',
      'response = await fetch(`${apiUrl(path)}${queryOf(params)}`, {',
      'const again = async (url: string, wanted: RequestInit) => { const first = await fetch(url, wanted).catch(() => null); return first?.ok ? first : fetch(url, wanted); };\n    response = await again(`${apiUrl(path)}${queryOf(params)}`, {',
    ],
  ]),
  ...otherText('web/src/lib/texts/texts.ts', [
    ['8.3', 'Network error', "'Network error: Unable to connect to server. Please"],
    ['8.7', 'Connection Error', "title: 'Connection Error'"],
    ['8.7', 'Unable to connect', "description: 'Unable to connect"],
  ]),
  ...breaks('web/src/lib/http/retry.ts', [
    ['8.5', 'a refused record is sent again', '|| !isTemporary(error)', ''],
  ]),
  ...breaks('web/src/app/errors/global-errors.ts', [
    [
      '8.6',
      'an unhandled rejection is not logged',
      "console.error('unhandled rejection', event.reason);",
      '',
    ],
    ['8.6', 'the default of a rejection happens', 'event.preventDefault();', ''],
    [
      '8.7',
      'no toast for network failures',
      "toast({ variant: 'destructive', ...texts.c",
      '({ ...texts.c',
    ],
    ['8.7', 'the toast is not destructive', "variant: 'destructive',", "variant: 'success',"],
    ['8.7', 'network is not recognised', '/network|fetch|', '/fetch|'],
    ['8.7', 'fetch is not recognised', 'network|fetch|websocket', 'network|websocket'],
    ['8.7', 'WebSocket is not recognised', '|websocket/i', '/i'],
    [
      '8.8',
      'an error is not logged',
      "console.error('unhandled error', event.error);",
      'void event;',
    ],
    [
      '8.8',
      'an error also shows a toast',
      "console.error('unhandled error', event.error);",
      "console.error('unhandled error', event.error);\n    toast({ variant: 'destructive', ...texts.connectionError });",
    ],
  ]),
  ...local('web/src/app/pwa/service-worker.ts', [
    [
      '8.9',
      'a failed registration is not logged',
      "console.warn('the service worker could not be registered');",
      '',
    ],
  ]),
];

const creation = [
  ...breaks(`${dashboard}/upload/create-share.ts`, [
    ['8.10', 'the limit message is not recognised', 'message.includes(serverLimitText) ||', ''],
    ['8.11', '403 is not recognised', "message.startsWith('403:')", 'false'],
    ['8.11', '403 counts anywhere in the message', ".startsWith('403:')", ".includes('403:')"],
  ]),
  ...breaks('services/shares/src/share/lifecycle.ts', [
    [
      '8.10',
      'the server sends another message',
      "'Monthly share limit reached'",
      "'Too many shares'",
    ],
  ]),
  ...breaks('gateway/src/http/http-errors.ts', [
    [
      '8.11',
      'the gateway sends another status',
      "'permission-denied': 403",
      "'permission-denied': 429",
    ],
  ]),
  ...breaks(`${dashboard}/upload/use-upload-form.ts`, [
    ['8.10, 8.11', 'no limit_reached state', "send({ type: 'limit-reached' });", ''],
    [
      '8.12',
      'no toast at the limit',
      'return { title: texts.limit.title, reason: limitText };',
      "return { title: '', reason: '' };",
    ],
    [
      '8.13',
      'no toast for other failures',
      "toast({ variant: 'destructive', title, description: shortfall || reason });",
      '',
    ],
    [
      '8.13',
      'the toast without the message',
      'return { title: texts.createFailed.title, reason: message };',
      'return { title: texts.createFailed.title, reason: texts.createFailed.fallback };',
    ],
    [
      '8.14',
      'no fallback',
      'const message = messageOf(error, texts.createFailed.fallback);',
      "const message = messageOf(error, '');",
    ],
  ]),
  ...otherText(`${dashboard}/texts.ts`, [
    ['8.12', 'Share Limit Reached', "title: 'Share Limit Reached'"],
    ['8.12', "You've reached your monthly limit", `limitText: "You've reached your monthly limit`],
    ['8.13, 8.14', 'Error', "title: 'Error',\n      fallback: 'Failed to create share'"],
    ['8.14', 'Failed to create share', "fallback: 'Failed to create share'"],
  ]),
];

const shareActions = [
  ...local(`${dashboard}/recent/use-share-actions.ts`, [
    [
      '8.15',
      'no message',
      'fail(actions.stopFailed, messageOf(error, actions.fallback));',
      'fail(actions.stopFailed, actions.fallback);',
    ],
    [
      '8.16',
      'no message',
      'fail(actions.restartFailed, messageOf(error, actions.fallback));',
      'fail(actions.restartFailed, actions.fallback);',
    ],
    [
      '8.17',
      'no message',
      'fail(actions.deleteFailed, messageOf(error, actions.fallback));',
      'fail(actions.deleteFailed, actions.fallback);',
    ],
    [
      '8.18',
      'no fallback for stopping',
      'fail(actions.stopFailed, messageOf(error, actions.fallback));',
      "fail(actions.stopFailed, messageOf(error, ''));",
    ],
    [
      '8.18',
      'no fallback for restarting',
      'fail(actions.restartFailed, messageOf(error, actions.fallback));',
      "fail(actions.restartFailed, messageOf(error, ''));",
    ],
    [
      '8.18',
      'no fallback for deleting',
      'fail(actions.deleteFailed, messageOf(error, actions.fallback));',
      "fail(actions.deleteFailed, messageOf(error, ''));",
    ],
  ]),
  ...local(`${dashboard}/recent/use-share-commands.ts`, [
    [
      '8.19',
      'another text without a token',
      'new Error(texts.actions.authentication, { cause })',
      "new Error('Something else', { cause })",
    ],
  ]),
  ...otherText(`${dashboard}/texts.ts`, [
    ['8.15', 'Failed to Stop Share', "'Failed to Stop Share'"],
    ['8.16', 'Failed to Restart Share', "'Failed to Restart Share'"],
    ['8.17', 'Failed to Delete Share', "'Failed to Delete Share'"],
    ['8.18', 'An error occurred', "'An error occurred'"],
    [
      '8.19',
      'Authentication error. Please sign in again.',
      "'Authentication error. Please sign in again.'",
    ],
  ]),
];

const transferToasts = [
  ...local(`${dashboard}/sending/notices/transfer-notices.ts`, [
    ['8.20, 8.21', 'no file name', 'title: title(filename)', "title: title('')"],
    [
      '8.20',
      'every failure is one of the transfer',
      "cause === 'transfer' ? notices.transferFailed",
      'cause !== null ? notices.transferFailed',
    ],
    [
      '8.21',
      'every failure is one of the connection',
      "cause === 'transfer' ?",
      'cause === null ?',
    ],
    ['8.22', 'no file name', 'notices.reconnecting(filename)', "notices.reconnecting('')"],
    ['8.22', 'no attempt', 'notices.reconnectingAttempt(attempt, shownMaxAttempts)', "''"],
    ['8.23', 'no toast for a recipient', 'return notices.peerConnected;', 'return null;'],
    ['8.24', 'no toast for an open channel', 'return notices.channelReady;', 'return null;'],
    [
      '8.25',
      'no toast for a complete transfer',
      "return { variant: 'success', ...notices.complete };",
      'return null;',
    ],
  ]),
  ...local(`${dashboard}/texts.ts`, [
    ['8.20', 'no reason in the title', '`${name} - Connection Error`', 'name'],
    ['8.21', 'no reason in the title', '`${name} - Transfer Failed`', 'name'],
    ['8.22', 'no reason in the title', '`${name} - Reconnecting`', 'name'],
    [
      '8.22',
      'no number of attempts',
      'reconnectingAttempt: (n: number, max: number) => `Attempting to reconnect... (${n}/${max})`',
      'reconnectingAttempt: (n: number, _max: number) => `Attempting to reconnect... (${n})`',
    ],
  ]),
  ...otherText(`${dashboard}/texts.ts`, [
    ['8.23', 'Peer Connected', "title: 'Peer Connected'"],
    ['8.24', 'Channel Ready', "title: 'Channel Ready'"],
    ['8.25', 'Transfer Complete', "title: 'Transfer Complete'"],
    [
      '8.25',
      'File has been successfully shared!',
      "description: 'File has been successfully shared!'",
    ],
    ['8.26', 'Share Created', "title: 'Share Created'"],
    ['8.26', 'Recent Shares', 'find it in Recent Shares'],
  ]),
  ...breaks(`${dashboard}/upload/use-upload-form.ts`, [
    [
      '8.26',
      'no toast for a created share',
      "toast({ variant: 'success', ...texts.created(shares.length) });",
      '',
    ],
  ]),
];

const toastDuration = breaks('web/src/components/toast/toast-store.ts', [
  ['8.26', 'a toast of 4 s', 'toastDurationMs = 5000', 'toastDurationMs = 4000'],
  ['8.26', 'a toast of 6 s', 'toastDurationMs = 5000', 'toastDurationMs = 6000'],
]);

const sharePageToasts = [
  ...breaks(`${sharePage}/session/describe-refusal.ts`, [
    ['8.27', 'no message of the server', 'isFromServer ? body : deniedFallback', 'deniedFallback'],
    [
      '8.28',
      'a proxy’s page is shown',
      'isFromServer ? body : deniedFallback',
      'isFromServer || true ? body : deniedFallback',
    ],
  ]),
  ...breaks(`${sharePage}/share-page.tsx`, [
    [
      '8.27, 8.28',
      'no toast',
      "toast({ title, description: message, variant: 'destructive' });",
      'void title;',
    ],
  ]),
  ...local(`${sharePage}/session/connection-options.ts`, [
    [
      '8.29',
      'no toast',
      "toast({ ...texts.common.authenticationError, variant: 'destructive' });",
      '',
    ],
  ]),
  ...local(`${sharePage}/session/failure-toast.ts`, [
    [
      '8.30',
      'no message',
      'const description = failureText(event.error)',
      "const description = ''",
    ],
    ['8.30', 'every failure is one of the transfer', "event.cause === 'transfer'", 'true'],
    [
      '8.31',
      'no fallback',
      '? { ...failedToConnect, variant }',
      '? { title: connectionError, description, variant }',
    ],
    ['8.34', 'every failure is one of the connection', "event.cause === 'transfer'", 'false'],
  ]),
  ...local(`${sharePage}/receive/receiver-view.ts`, [
    [
      '8.32',
      'no toast for the recipient',
      'return texts.common.reconnecting(event.attempt, event.maxAttempts);',
      'return null;',
    ],
    ['8.30, 8.34', 'no toast for the recipient', 'return failureToast(event);', 'return null;'],
    ['8.36', 'no toast', 'return toasts.connected;', 'return null;'],
    [
      '8.37',
      'no toast',
      "return { ...toasts.received(filename), variant: 'success' };",
      'return null;',
    ],
  ]),
  ...local(`${sharePage}/receive/session/use-receiver.ts`, [
    [
      '8.30, 8.36, 8.37',
      'no toasts of the session',
      'for (const message of receiverToasts(before, now, { isOffered, savedName })) toast(message);',
      '',
    ],
    [
      '8.35',
      'no toast',
      "toast({ variant: 'destructive', title, description: notLoaded ?? description });",
      '',
    ],
    ['8.35', 'a toast for a closed picker as well', 'if (isCancelled(error)) return;', ''],
    ['8.38', 'no toast', 'toast(receiverTexts.toasts.started);', ''],
  ]),
  ...local(`${sharePage}/send/sender-view.ts`, [
    ['8.30, 8.34', 'no toast for the sender', 'return failureToast(event);', 'return null;'],
    [
      '8.32',
      'no toast for the sender',
      'return texts.common.reconnecting(event.attempt, event.maxAttempts);',
      'return null;',
    ],
    ['8.39', 'no toast', 'return toasts.recipient;', 'return null;'],
    ['8.40', 'no toast', 'return toasts.ready;', 'return null;'],
    ['8.41', 'no toast', "return { ...toasts.complete, variant: 'success' };", 'return null;'],
  ]),
  ...local(`${sharePage}/send/use-sender.ts`, [
    [
      '8.30, 8.32, 8.34, 8.41',
      'no toasts of the sender’s session',
      'for (const message of senderToasts(before, now)) toast(message);',
      '',
    ],
    ['8.33', 'no toast', "toast({ variant: 'destructive', title, description: text });", ''],
  ]),
  ...breaks(`${sharePage}/send/own-link.tsx`, [
    [
      '8.42',
      'another toast',
      '{ copied, failed: copyFailed }',
      "{ copied: { title: '' }, failed: copyFailed }",
    ],
  ]),
  ...local(`${sharePage}/details-form.tsx`, [['8.43', 'no toast', 'toast(words.received);', '']]),
  ...local(`${sharePage}/texts.ts`, [
    [
      '8.28',
      'another text for “Invalid password or expired link.”',
      "deniedFallback: codeSentences['access-denied']",
      "deniedFallback: 'Something else'",
    ],
  ]),
  ...otherText(`${sharePage}/texts.ts`, [
    ['8.27', 'Access Denied', "'Access Denied'"],
    ['8.29', 'Authentication Error', "title: 'Authentication Error'"],
    [
      '8.29',
      'Failed to get authentication token. Please try logging in again.',
      "'Failed to get authentication token. Please try logging in again.'",
    ],
    ['8.30', 'Connection Error', "connectionError: 'Connection Error'"],
    ['8.31', 'Failed to connect', "'Failed to connect'"],
    ['8.32', 'Reconnecting...', "'Reconnecting...'"],
    ['8.32', '${n} of ${max}', '`Connection attempt ${n} of ${max}`'],
    ['8.34', 'Transfer Failed', "'Transfer Failed'"],
    ['8.43', 'Information Received', "'Information Received'"],
  ]),
  ...otherText(`${sharePage}/panel/texts.ts`, [
    ['8.35', 'Download Failed', "'Download Failed'"],
    [
      '8.35',
      'Failed to start download. Please try again.',
      "'Failed to start download. Please try again.'",
    ],
    ['8.36', 'Connected', "title: 'Connected'"],
    ['8.37', 'File Received', "'File Received'"],
    ['8.38', 'Download Started', "'Download Started'"],
  ]),
  ...otherText(`${sharePage}/send/texts.ts`, [
    ['8.33', 'Failed to Start', "'Failed to Start'"],
    ['8.39', 'Receiver Connected', "'Receiver Connected'"],
    ['8.40', 'Ready to Send', "'Ready to Send'"],
    ['8.41', 'Transfer Complete', "'Transfer Complete'"],
    ['8.42', 'Link Copied', "'Link Copied'"],
  ]),
  ...otherText(`${features}/audit/texts.ts`, [['8.44', 'Export Complete', "'Export Complete'"]]),
  ...local(`${features}/audit/audit-actions.tsx`, [
    ['8.44', 'no toast', "toast({ variant: 'success', ...texts.exported });", ''],
  ]),
];

const subscription = [
  ...local(`${billing}/login-required.tsx`, [
    ['8.45', 'no toast', "toast({ variant: 'destructive', ...texts.loginRequired });", ''],
  ]),
  ...local(`${billing}/use-subscription.ts`, [
    [
      '8.46',
      'no status and body',
      'return texts.initFailed.api(error.status, error.body);',
      'return texts.initFailed.fallback;',
    ],
    ['8.46, 8.47', 'another title', 'title: texts.initFailed.title,', "title: '',"],
    ['8.47', 'no fallback', 'return texts.initFailed.fallback;', "return '';"],
    ['8.48', 'another title', 'title: texts.paymentFailed.title,', "title: '',"],
    [
      '8.48',
      'no message of the provider',
      "message === '' ? texts.paymentFailed.fallback : message",
      'texts.paymentFailed.fallback',
    ],
    [
      '8.49, 8.50',
      'no toast',
      "toast({ variant: 'success', title: texts.paid.title, description });",
      'void description;',
    ],
    [
      '8.49',
      'every plan is ProForever',
      'texts.plans[state.plan].name',
      'texts.plans.proforever.name',
    ],
    ['8.50', 'every plan is Pro', 'texts.plans[state.plan].name', 'texts.plans.pro.name'],
    ['8.51', 'no toast', 'toast(texts.alreadySubscribed);', ''],
  ]),
  ...otherText(`${billing}/texts.ts`, [
    ['8.45', 'Login Required', "'Login Required'"],
    ['8.46, 8.47', 'Error', "title: 'Error'"],
    ['8.46', 'API error', '`API error:'],
    ['8.46', '${status}', '${status} - '],
    ['8.46', '${body}', ' - ${body}'],
    [
      '8.47',
      'Failed to initialize subscription. Please try again.',
      "'Failed to initialize subscription. Please try again.'",
    ],
    ['8.48', 'Payment Failed', "'Payment Failed'"],
    ['8.49, 8.50', 'Payment Successful', "'Payment Successful'"],
    ['8.49, 8.50', 'Welcome to', '`Welcome to ${brand} ${plan}!`'],
    ['8.51', 'Already Subscribed', "'Already Subscribed'"],
    [
      '8.51',
      'You already have an active Pro subscription!',
      "'You already have an active Pro subscription!'",
    ],
  ]),
  ...local(`${features}/settings/use-cancel-subscription.ts`, [
    [
      '8.52',
      'no message of the server',
      'fail(messageOf(error, failed.fallback));',
      'fail(failed.fallback);',
    ],
    ['8.52, 8.53', 'another title', 'title: failed.title,', "title: '',"],
    ['8.53', 'no fallback', 'messageOf(error, failed.fallback)', "messageOf(error, '')"],
    ['8.54', 'no toast', "toast({ variant: 'success', ...texts.cancelled });", ''],
  ]),
  ...otherText(`${features}/settings/texts.ts`, [
    ['8.52, 8.53', 'Cancellation Failed', "'Cancellation Failed'"],
    [
      '8.53',
      'Failed to cancel subscription. Please try again.',
      "'Failed to cancel subscription. Please try again.'",
    ],
    ['8.54', 'Subscription Cancelled', "'Subscription Cancelled'"],
    [
      '8.54',
      "You've been downgraded to the free plan",
      "cancelled. You've been downgraded to the free plan",
    ],
  ]),
];

const signIn = [
  ...breaks(`${features}/auth/use-auth-action.ts`, [
    [
      '8.57, 8.63, 8.66',
      'another title for a success',
      'title: action.success.title,',
      "title: '',",
    ],
    [
      '8.55, 8.61, 8.64',
      'another title for a failure',
      'title: action.titleOf(error),',
      "title: '',",
    ],
    ['8.60', 'a toast without a message', 'if (description !== null) {', 'if (action !== null) {'],
  ]),
  ...local(`${features}/auth/auth-errors.ts`, [
    [
      '8.55',
      'no message of the provider',
      "error instanceof Error && error.message !== '' ? error.message : errors.googleOther",
      'errors.googleOther',
    ],
    ['8.56', 'no fallback', ': errors.googleOther;', ": '';"],
    ['8.58', 'no message for a closed popup', 'return errors.popupClosed;', "return '';"],
    ['8.59', 'no message for a blocked popup', 'return errors.popupBlocked;', "return '';"],
    [
      '8.60',
      'a cancelled popup request is shown',
      'return null;\n    case',
      'return errors.googleOther;\n    case',
    ],
    [
      '8.62',
      'no fallback',
      'return code === null ? errors.signInUnknown :',
      "return code === null ? '' :",
    ],
    ['8.65', 'no fallback', '?? errors.signUpOther', "?? ''"],
  ]),
  ...otherText(`${features}/auth/texts.ts`, [
    ['8.55, 8.56', 'Sign In Error', "'Sign In Error'"],
    [
      '8.56',
      'Failed to sign in with Google. Please try again.',
      "'Failed to sign in with Google. Please try again.'",
    ],
    ['8.57', 'Welcome!', "'Welcome!'"],
    [
      '8.58',
      'Sign-in was cancelled. Please try again.',
      "'Sign-in was cancelled. Please try again.'",
    ],
    [
      '8.59',
      'Pop-up was blocked by your browser. Please allow pop-ups and try again.',
      "'Pop-up was blocked by your browser. Please allow pop-ups and try again.'",
    ],
    ['8.61', 'Sign In Failed', "'Sign In Failed'"],
    ['8.62', 'Failed to sign in. Please try again.', "'Failed to sign in. Please try again.'"],
    ['8.63', 'Welcome back!', "'Welcome back!'"],
    ['8.64', 'Sign Up Failed', "'Sign Up Failed'"],
    [
      '8.65',
      'Failed to create account. Please try again.',
      "'Failed to create account. Please try again.'",
    ],
    ['8.66', 'Account Created!', "'Account Created!'"],
  ]),
];

const audit = [
  ...otherText(`${features}/audit/texts.ts`, [
    ['8.67', 'Export Failed', "'Export Failed'"],
    [
      '8.67',
      'Unable to export audit logs. Please try again.',
      "'Unable to export audit logs. Please try again.'",
    ],
  ]),
  ...local(`${features}/audit/audit-actions.tsx`, [
    ['8.67, 8.68', 'no toast', "toast({ variant: 'destructive', ...texts.exportFailed });", ''],
  ]),
  ...breaks('web/src/lib/http/http.ts', [
    ['8.68', 'any response counts as the log', 'if (response.ok)', 'if (response.status > 0)'],
  ]),
];

const admin = [
  ...local(`${features}/admin/analytics/admin-dashboard-page.tsx`, [
    ['8.69', 'no title', 'title: dashboard.loadFailed.title,', "title: '',"],
    ['8.69', 'no message', 'description: message,', "description: '',"],
    [
      '8.70',
      'no fallback',
      'messageOf(failure, dashboard.loadFailed.fallback)',
      "messageOf(failure, '')",
    ],
    ['8.69', 'no toast for the statistics', 'stats.error ?? users.error', 'users.error'],
    ['8.69', 'no toast for the users', '?? users.error ??', '??'],
    ['8.69', 'no toast for the costs', '?? costs.error ??', '??'],
    ['8.69', 'no toast for the transfers', ' ?? transfers.error', ''],
  ]),
  ...local(`${features}/admin/api.ts`, [
    [
      '8.71, 8.72, 8.73, 8.74',
      'no fallback of any call',
      'error.message || fallback',
      'error.message',
    ],
    ['8.71', 'no fallback', 'fetchFailed.stats', "''"],
    ['8.72', 'no fallback', 'fetchFailed.users,\n      recorded', "'',\n      recorded"],
    ['8.73', 'no fallback', 'fetchFailed.costs', "''"],
    ['8.74', 'no fallback', 'fetchFailed.transfers', "''"],
    ['8.75', 'no fallback', 'texts.management.fetchFailed', "''"],
    [
      '8.75',
      'no fallback of the call',
      'error.message || texts.management.fetchFailed',
      'error.message',
    ],
  ]),
  ...otherText(`${features}/admin/texts.ts`, [
    ['8.69, 8.70', 'Error loading dashboard data', "'Error loading dashboard data'"],
    [
      '8.70',
      'Failed to load analytics data. Please try again.',
      "'Failed to load analytics data. Please try again.'",
    ],
    ['8.71', 'Failed to fetch stats', "'Failed to fetch stats'"],
    ['8.72', 'Failed to fetch user analytics', "'Failed to fetch user analytics'"],
    ['8.73', 'Failed to fetch cost insights', "'Failed to fetch cost insights'"],
    ['8.74', 'Failed to fetch recent transfers', "'Failed to fetch recent transfers'"],
    ['8.75', 'Failed to fetch users', "'Failed to fetch users'"],
    ['8.77, 8.78', 'Error', "updateFailed: { title: 'Error'"],
    ['8.78', 'Failed to update subscription', "'Failed to update subscription'"],
  ]),
  ...breaks(`${features}/admin/users/subscription-management-page.tsx`, [
    ['8.75', 'no message on the page', 'error={error}', 'error={undefined}'],
  ]),
  ...breaks('web/src/lib/http/base-api.ts', [
    ['8.76', 'a failed request is sent again', '? attempt()\n', '? attempt().catch(attempt)\n'],
  ]),
  ...local(`${features}/admin/users/user-columns.tsx`, [
    ['8.77', 'no message', 'messageOf(error, fallback)', 'fallback'],
    ['8.78', 'no fallback', 'messageOf(error, fallback)', "messageOf(error, '')"],
    [
      '8.77, 8.78',
      'no toast',
      "toast({ variant: 'destructive', title, description: messageOf(error, fallback) });",
      'void title;',
    ],
  ]),
];

const otherToasts = [
  ...local(`${dashboard}/details/copy-share.ts`, [
    ['8.79, 8.80, 8.81', 'another text', 'description: modal.copyFailed[kind]', "description: ''"],
    [
      '8.79',
      'the link is not copied with a toast',
      "copyShare('link', (await findShareLink(shareId)).url)",
      'Boolean((await findShareLink(shareId)).url)',
    ],
  ]),
  ...local(`${dashboard}/details/share-details-modal.tsx`, [
    [
      '8.80',
      'the password is not copied with a toast',
      "copyShare('password', value)",
      "Promise.resolve(value !== '')",
    ],
    [
      '8.81',
      'the details are not copied with a toast',
      "copyShare('details', shareDetails(share, url))",
      '',
    ],
  ]),
  ...otherText(`${dashboard}/texts.ts`, [
    ['8.79, 8.80, 8.81', 'Copy Failed', "title: 'Copy Failed'"],
    ['8.79', 'The link', 'The link could not be copied. Select'],
    ['8.80', 'The password', 'The password could not be copied. Select'],
    ['8.81', 'The details', 'The details could not be copied. Select'],
    ['8.84', 'Wake Lock Error', "'Wake Lock Error'"],
    ['8.85', 'Wake Lock Lost', "'Wake Lock Lost'"],
    ['8.86', 'Installation Error', "'Installation Error'"],
    ['8.101', 'Browser extension detected', "'Browser extension detected'"],
  ]),
  ...local('web/src/components/toast/sign-out-with-toast.ts', [
    ['8.82', 'no toast', 'toast(texts.loggedOut);', ''],
    [
      '8.83',
      'no toast',
      "toast({ variant: 'destructive', title: texts.logoutError.title, description });",
      'void description;',
    ],
  ]),
  ...otherText('web/src/components/toast/sign-out-texts.ts', [
    ['8.82', 'Logged Out', "'Logged Out'"],
    ['8.83', 'Logout Error', "'Logout Error'"],
  ]),
  ...local(`${dashboard}/device/screen-wake-lock.tsx`, [
    [
      '8.84, 8.85',
      'no toast',
      "toast({ variant: 'destructive', ...wakeLock[refusal] });",
      'void refusal;',
    ],
  ]),
  ...breaks('web/src/lib/browser/wake-lock/use-wake-lock.ts', [
    ['8.84', 'every refusal is a loss', "state.hadLock ? 'lost' : 'unavailable'", "'lost'"],
    [
      '8.85',
      'every refusal is the first',
      "state.hadLock ? 'lost' : 'unavailable'",
      "'unavailable'",
    ],
  ]),
  ...local(`${dashboard}/device/install-card.tsx`, [
    [
      '8.86',
      'no toast',
      "toast({ variant: 'destructive', title: install.failed.title, description });",
      'void description;',
    ],
  ]),
];

const connection = [
  ...otherText('web/src/lib/texts/failure-texts.ts', [
    ['8.87', 'Refresh', '• Refresh'],
    ['8.88', 'Check your internet connection', '• Check your internet connection'],
    ['8.89', 'VPN or firewall', 'VPN or firewall'],
    ['8.90', 'Try another browser', 'Try another browser'],
    ['8.91', 'Try again later', 'Try again later'],
    ['8.92', 'On a mobile device', 'On a mobile device'],
    ['8.93', 'Invalid message received from server', "'Invalid message received from server'"],
    ['8.94', 'Invalid offer received from sender', "'Invalid offer received from sender'"],
    ['8.95', 'Failed to process connection offer', "'Failed to process connection offer'"],
    ['8.96', 'Failed to create connection offer', "'Failed to create connection offer'"],
    ['8.97', 'Failed to process connection answer', "'Failed to process connection answer'"],
    ['8.98', 'Data channel error', "'Data channel error'"],
    [
      '8.99',
      'Connection failed - unable to reach peer',
      "'Connection failed - unable to reach peer'",
    ],
    ['8.100', 'Data channel not ready', '`Data channel not ready'],
    ['8.100', '${channelState}', 'Current state: ${channelState}'],
  ]),
  ...breaks(`${engine}/signalling/client.state.ts`, [
    [
      '8.87, 8.88, 8.89, 8.90, 8.91, 8.92',
      'another failure',
      "engineError('max-retries')",
      "engineError('unexpected')",
    ],
  ]),
  ...breaks(`${engine}/signalling/client.ts`, [
    ['8.93', 'no failure', "this.#fail(engineError('invalid-server-message'));", ''],
  ]),
  ...local(`${engine}/connection/negotiation.ts`, [
    [
      '8.94',
      'every offer is tried',
      "isSdp ? 'offer-processing-failed' : 'invalid-offer'",
      "isSdp ? 'offer-processing-failed' : 'offer-processing-failed'",
    ],
    [
      '8.95',
      'no offer is valid',
      "isSdp ? 'offer-processing-failed' : 'invalid-offer'",
      "isSdp ? 'invalid-offer' : 'invalid-offer'",
    ],
    ['8.96', 'no failure', "this.#enqueue('offer-failed',", 'this.#enqueue(null,'],
    ['8.97', 'no failure', "this.#enqueue('answer-processing-failed',", 'this.#enqueue(null,'],
  ]),
  ...breaks(`${engine}/connection/peer-connection.ts`, [
    [
      '8.98',
      'an error of the channel is forgotten',
      "error = engineError('channel-error');",
      'error = engineError(error.code as never);',
    ],
    [
      '8.99',
      'no failure without a channel',
      "this.#fail(engineError('peer-unreachable'));\n    }, channelOpen",
      'void this.#isUp;\n    }, channelOpen',
    ],
  ]),
  ...breaks(`${engine}/send/upload/upload.ts`, [
    ['8.98', 'another failure', "toEngineError(error, 'channel-error')", 'toEngineError(error)'],
  ]),
  ...breaks(`${engine}/wire/flow-control.ts`, [
    [
      '8.100',
      'a closed channel is written to',
      "if (channel.readyState !== 'open')\n",
      "if (channel.readyState === 'connecting')\n",
    ],
    ['8.100', 'no state', '{ channelState: channel.readyState }', '{}'],
  ]),
  ...breaks(`${dashboard}/device/extension-warning.tsx`, [
    [
      '8.101',
      'no warning',
      'if (!isDetected || isDismissed) return null;',
      'if (isDetected || isDismissed) return null;',
    ],
    ['8.101', 'a warning in the browser as well', '!isInstalledApp() ||', ''],
    ['8.101', 'the warning is not red', 'styles.red', 'styles.text'],
  ]),
];

/** @type {import('../breakage.mjs').Breakage[]} */
export default [
  ...requests,
  ...creation,
  ...shareActions,
  ...transferToasts,
  ...toastDuration,
  ...sharePageToasts,
  ...subscription,
  ...signIn,
  ...audit,
  ...admin,
  ...otherToasts,
  ...connection,
];
