import { breaks } from '../breakage.mjs';

const legal = 'web/src/features/legal/content/en/terms.ts';
const marketing = 'web/src/features/marketing/content/en';
const engine = 'web/src/transfer';
const constants = `${engine}/support/constants.ts`;

export default [
  ...breaks('proto/browser/policy.ts', [
    ['9.1', 'Free has 11 shares a month', 'freeSharesPerMonth: 10', 'freeSharesPerMonth: 11'],
    [
      '9.3',
      'Free links live for 8 days',
      'free: { min: 7, max: 7, default: 7 }',
      'free: { min: 8, max: 8, default: 8 }',
    ],
    ['9.4', 'Pro links may live for 31 days', 'min: 1, max: 30', 'min: 1, max: 31'],
    ['9.4', 'Pro links live for 2 days at least', 'min: 1, max: 30', 'min: 2, max: 30'],
    ['9.5', 'ProForever links may live for 366 days', 'min: 1, max: 365', 'min: 1, max: 366'],
    ['9.5', 'ProForever links live for 364 days at most', 'min: 1, max: 365', 'min: 1, max: 364'],
    [
      '9.58',
      'audit logs are kept for 13 months',
      'auditRetentionMonths: 12',
      'auditRetentionMonths: 13',
    ],
  ]),
  ...breaks('proto/policy-settings.ts', [
    [
      '9.3',
      'Free has the links of Pro',
      'defaultPolicy.expiryDays.free',
      'defaultPolicy.expiryDays.active',
    ],
    [
      '9.4',
      'Pro has the links of ProForever',
      'defaultPolicy.expiryDays.active',
      'defaultPolicy.expiryDays.proforever',
    ],
    [
      '9.5',
      'ProForever has the links of Pro',
      'defaultPolicy.expiryDays.proforever',
      'defaultPolicy.expiryDays.active',
    ],
  ]),
  ...breaks('services/shares/src/plan/plan.ts', [
    ['9.3, 9.4, 9.5', 'no range of days is enforced', 'days < min || days > max', 'false'],
  ]),
  ...breaks('web/src/lib/account/user-api.ts', [
    [
      '9.2',
      'the banner appears at 9 shares',
      'upgradeBannerShare = 0.8',
      'upgradeBannerShare = 0.9',
    ],
    [
      '9.2',
      'the banner appears at 7 shares',
      'upgradeBannerShare = 0.8',
      'upgradeBannerShare = 0.7',
    ],
  ]),
  ...breaks('services/billing/src/stripe/price.ts', [
    ['9.6', 'Pro costs $6', 'unit_amount: proWeeklyCents', 'unit_amount: 600'],
    ['9.6', 'Pro is billed by the month', "interval: 'week'", "interval: 'month'"],
  ]),
  ...breaks('services/billing/src/stripe/payments.ts', [
    ['9.8', 'ProForever costs $111', 'amount: proForeverCents', 'amount: 11_100'],
  ]),
  ...breaks('web/src/features/billing/texts.ts', [
    ['9.7', 'the card of Pro promises no cancelling', "=> 'Cancel anytime'", "=> ''"],
    ['9.9', 'break-even after 23 weeks', 'about ${weeksOfPro(prices)} weeks', 'about 23 weeks'],
  ]),
  ...breaks(`${marketing}/landing.ts`, [
    [
      '9.9',
      'the landing page says 23 weeks',
      'about ${weeksOfPro(facts.prices)} weeks',
      'about 23 weeks',
    ],
  ]),
  ...breaks('web/src/features/help/texts.ts', [
    ['9.10', 'the help text advertises 6GB', 'files up to 5GB', 'files up to 6GB'],
    ['9.11', 'the help text offers 3GB for free', '2GB free', '3GB free'],
  ]),
  ...breaks('web/src/lib/texts/figures.ts', [
    ['9.10', 'the copy advertises 6 GB', 'everywhere: 5 * gibibyte', 'everywhere: 6 * gibibyte'],
    ['9.12', 'the copy offers 11 GB for free', 'free: 10 * gibibyte', 'free: 11 * gibibyte'],
    ['9.12', 'the copy offers 101 GB with Pro', 'pro: 100 * gibibyte', 'pro: 101 * gibibyte'],
  ]),
  ...breaks('web/src/features/auth/validation.ts', [
    ['9.13', 'passwords of 5 characters are taken', '= defaultPolicy.passwordMinLength', '= 5'],
    ['9.13', 'passwords of 6 characters are refused', '= defaultPolicy.passwordMinLength', '= 7'],
  ]),
  ...breaks('web/src/features/auth/sign-in.ts', [
    [
      '9.32',
      'the popup opens at 500x500',
      'await preparePopup();',
      `await preparePopup();
    const open = window.open.bind(window);
    window.open = (address, target, features) =>
      open(address, target, features?.replace('height=600', 'height=500'));`,
    ],
  ]),
  ...breaks(constants, [
    ['9.14', 'chunks of 16383 bytes', 'v1ChunkBytes = 16_384', 'v1ChunkBytes = 16_383'],
    ['9.14', 'chunks of 16384 bytes on iOS', 'v1ChunkBytesIos = 8_192', 'v1ChunkBytesIos = 16_384'],
    ['9.15', 'a pause of 9 ms', 'v1PauseMs = 10', 'v1PauseMs = 9'],
    ['9.15', 'a pause of 24 ms on iOS', 'v1PauseMsIos = 25', 'v1PauseMsIos = 24'],
    [
      '9.16',
      'iOS waits above 65536 bytes',
      'iosHighWaterBytes = 32_768',
      'iosHighWaterBytes = 65_536',
    ],
    [
      '9.16',
      'iOS goes on at 32768 bytes',
      'iosLowWaterBytes = 16_384',
      'iosLowWaterBytes = 32_768',
    ],
    [
      '9.16',
      'the buffer-low threshold is 16384',
      'iosLowThresholdBytes = 8_192',
      'iosLowThresholdBytes = 16_384',
    ],
    ['9.17', 'a connection has 31 s', 'connectTimeoutMs = 30_000', 'connectTimeoutMs = 31_000'],
    ['9.17', 'a connection has 29 s', 'connectTimeoutMs = 30_000', 'connectTimeoutMs = 29_000'],
    ['9.18', 'a ping every 26 s', 'pingIntervalMs = 25_000', 'pingIntervalMs = 26_000'],
    ['9.18', 'a ping every 24 s', 'pingIntervalMs = 25_000', 'pingIntervalMs = 24_000'],
    ['9.19', 'six reconnects', 'maxReconnects = 5', 'maxReconnects = 6'],
    ['9.19', 'four reconnects', 'maxReconnects = 5', 'maxReconnects = 4'],
    ['9.20', 'reconnects after 4 s', 'reconnectStepMs = 3_000', 'reconnectStepMs = 4_000'],
    [
      '9.20',
      'mobiles reconnect after 3 s',
      'reconnectStepMobileMs = 6_000',
      'reconnectStepMobileMs = 3_000',
    ],
    [
      '9.22',
      'reconnects 2 s after the return',
      'foregroundReconnectMs = 1_000',
      'foregroundReconnectMs = 2_000',
    ],
    [
      '9.22',
      'reconnects on the return',
      'foregroundReconnectMs = 1_000',
      'foregroundReconnectMs = 0',
    ],
    [
      '9.23',
      'ICE restarts after 6 s',
      'disconnectedRestartMs = 5_000',
      'disconnectedRestartMs = 6_000',
    ],
    [
      '9.23',
      'ICE restarts after 4 s',
      'disconnectedRestartMs = 5_000',
      'disconnectedRestartMs = 4_000',
    ],
    [
      '9.24',
      'the speed is refreshed every 501 ms',
      'statsIntervalMs = 500',
      'statsIntervalMs = 501',
    ],
    ['9.25', 'the speed is the mean of 4 samples', 'statsSamples = 5', 'statsSamples = 4'],
    ['9.25', 'the speed is the mean of 6 samples', 'statsSamples = 5', 'statsSamples = 6'],
    [
      '9.37',
      'the ping on iOS comes every 25 s',
      'iosPingIntervalMs = 15_000',
      'iosPingIntervalMs = 25_000',
    ],
  ]),
  ...breaks(`${engine}/signalling/reconnect-policy.ts`, [
    ['9.20', 'the delay does not grow', 'base * attempt *', 'base *'],
  ]),
  ...breaks('web/src/features/dashboard/sending/transfer-view.ts', [
    ['9.21', 'attempts are shown out of 5', 'shownMaxAttempts = 3', 'shownMaxAttempts = 5'],
  ]),
  ...breaks('web/src/features/share-page/session/use-background-guard.ts', [
    ['9.37', 'the page on iOS nudges every 16 s', 'iosNudgeMs = 15_000', 'iosNudgeMs = 16_000'],
  ]),
  ...breaks('proto/browser/files/file-size.ts', [
    ['9.26', 'units of 1000', 'value /= 1024', 'value /= 1000'],
    ['9.26', 'one decimal', 'value.toFixed(2)', 'value.toFixed(1)'],
    ['9.26', 'bytes are called B', "['Bytes',", "['B',"],
    ['9.27', 'totals stop at GB', 'indexOf(largestUnit)', "indexOf('GB')"],
  ]),
  ...breaks('web/src/lib/texts/format.ts', [
    ['9.28', 'progress without a decimal', '.toFixed(1)}%', '.toFixed(0)}%'],
    ['9.29', 'minutes without seconds', 'm ${whole % 60}s`', 'm`'],
    ['9.29', 'two minutes are 120s', 'whole < 60', 'whole < 180'],
  ]),
  ...breaks('web/src/lib/http/base-api.ts', [
    [
      '9.30',
      'lists are polled every 31 s',
      'pollingIntervalMs = 30_000',
      'pollingIntervalMs = 31_000',
    ],
    [
      '9.30',
      'lists are polled every 29 s',
      'pollingIntervalMs = 30_000',
      'pollingIntervalMs = 29_000',
    ],
    ['9.43', 'data is fetched again on focus', 'refetchOnFocus: false', 'refetchOnFocus: true'],
    [
      '9.44',
      'data is stale when shown again',
      'refetchOnMountOrArgChange: false',
      'refetchOnMountOrArgChange: true',
    ],
    [
      '9.44',
      'data is forgotten when no longer shown',
      'keepUnusedDataFor: Number.POSITIVE_INFINITY',
      'keepUnusedDataFor: 0',
    ],
    ['9.45', 'a call that failed is repeated', '? attempt()\n', '? attempt().catch(attempt)\n'],
  ]),
  ...breaks('web/src/lib/account/user-api.ts', [
    [
      '9.42',
      'the own record is fetched every 5 s',
      '...useRefresh(state)',
      'pollingInterval: 5_000',
    ],
  ]),
  ...breaks('web/src/lib/changes/use-refresh.ts', [
    [
      '9.30',
      'lists are not polled while the stream is down',
      'isStreamUp && error === undefined ? 0 : pollingIntervalMs',
      '0',
    ],
  ]),
  ...breaks('web/src/lib/changes/stream.ts', [
    [
      '9.30',
      'a lost stream counts as open',
      '        setDown();\n        return;',
      '        return;',
    ],
  ]),
  ...breaks(`${engine}/support/device.ts`, [
    ['9.31', 'mobile ends at 1023 px', 'mobileMaxWidthPx = 1024', 'mobileMaxWidthPx = 1023'],
    ['9.31', 'mobile ends at 1025 px', 'mobileMaxWidthPx = 1024', 'mobileMaxWidthPx = 1025'],
    ['9.31', 'a narrow window is mobile without touch', 'maxTouchPoints > 0 && widthPx', 'widthPx'],
  ]),
  ...breaks('web/src/lib/transfer-api/ice-servers.ts', [
    ['9.33', 'one STUN server', 'stunServers.slice(0, 2)', 'stunServers.slice(0, 1)'],
  ]),
  ...breaks('proto/browser/policy.ts', [
    ['9.33', 'one STUN server when none is configured', "  'stun:stun1.l.google.com:19302',\n", ''],
  ]),
  ...breaks('web/src/lib/http/config.ts', [
    ['9.62', 'the publishable key is dropped', 'textOr(payments.publishableKey)', "''"],
  ]),
  ...breaks('proto/browser/limits.ts', [
    [
      '9.34',
      'a token 6 minutes old is fresh',
      'freshTokenMs = 5 * 60_000',
      'freshTokenMs = 6 * 60_000',
    ],
    [
      '9.34',
      'a token 4 minutes old is stale',
      'freshTokenMs = 5 * 60_000',
      'freshTokenMs = 4 * 60_000',
    ],
  ]),
  ...breaks('services/identity/src/session/sessions.ts', [
    [
      '9.34',
      'the server takes tokens of any age',
      '> freshTokenMs + skewMs',
      '> Number.POSITIVE_INFINITY',
    ],
  ]),
  ...breaks('web/src/features/dashboard/device/extensions.ts', [
    [
      '9.35',
      'the check comes every 31 s',
      'extensionCheckMs = 30_000',
      'extensionCheckMs = 31_000',
    ],
    ['9.36', 'localhost is checked', "hostname === 'localhost'", "hostname === 'localhost.'"],
    [
      '9.36',
      'development hosts are checked',
      '/(^|[.-])((dev|test|local|staging)[.-]|(test|local)$)/.test(hostname)',
      'false',
    ],
  ]),
  ...breaks('web/src/features/dashboard/device/extension-warning.tsx', [
    ['9.35', 'an ordinary tab is checked', '!isInstalledApp() || ', ''],
    ['9.36', 'the host makes no difference', ' || isDevelopmentHost(window.location.hostname)', ''],
  ]),
  ...breaks('web/src/features/billing/login-required.tsx', [
    ['9.38', 'to /login after 1.6 s', 'redirectDelayMs = 1500', 'redirectDelayMs = 1600'],
    ['9.38', 'to /login after 1.4 s', 'redirectDelayMs = 1500', 'redirectDelayMs = 1400'],
  ]),
  ...breaks('web/src/features/share-page/receive/after/sign-up-invitation.tsx', [
    ['9.39', 'to sign-up after 2.1 s', 'redirectAfterMs = 2_000', 'redirectAfterMs = 2_100'],
    ['9.39', 'to sign-up after 1.9 s', 'redirectAfterMs = 2_000', 'redirectAfterMs = 1_900'],
  ]),
  ...breaks('web/src/app/pwa/service-worker.ts', [
    ['9.40', 'an update check every 61 s', 'updateCheckMs = 60_000', 'updateCheckMs = 61_000'],
    ['9.40', 'an update check every 59 s', 'updateCheckMs = 60_000', 'updateCheckMs = 59_000'],
    ['9.41', 'the task runs after 1.1 s', 'startupTaskDelayMs = 1000', 'startupTaskDelayMs = 1100'],
    ['9.41', 'the task runs after 0.9 s', 'startupTaskDelayMs = 1000', 'startupTaskDelayMs = 900'],
  ]),
  ...breaks('web/src/components/toast/toast-store.ts', [
    ['9.46', 'two toasts', 'toastLimit = 1', 'toastLimit = 2'],
    ['9.47', 'a toast stays for 5.1 s', 'toastDurationMs = 5000', 'toastDurationMs = 5100'],
    ['9.47', 'a toast stays for 4.9 s', 'toastDurationMs = 5000', 'toastDurationMs = 4900'],
    [
      '9.48',
      'removed after 1,000,001 ms',
      'toastRemovalDelayMs = 1_000_000',
      'toastRemovalDelayMs = 1_000_001',
    ],
    [
      '9.48',
      'removed after 999,999 ms',
      'toastRemovalDelayMs = 1_000_000',
      'toastRemovalDelayMs = 999_999',
    ],
  ]),
  ...breaks('web/src/components/toast/toaster.tsx', [
    ['9.49', 'a swipe of 50 px dismisses', 'swipeThresholdPx = 50', 'swipeThresholdPx = 49'],
    ['9.49', 'a swipe of 51 px does not dismiss', 'swipeThresholdPx = 50', 'swipeThresholdPx = 51'],
    [
      '9.49',
      'a swipe to the left dismisses',
      'moved > swipeThresholdPx',
      'Math.abs(moved) > swipeThresholdPx',
    ],
    ['9.50', 'F8 does nothing', "event.key === 'F8'", "event.key === 'F9'"],
  ]),
  ...breaks('web/src/features/admin/api.ts', [
    [
      '9.51',
      'the dashboard asks for 19 transfers',
      'recentTransfersLimit = 20',
      'recentTransfersLimit = 19',
    ],
  ]),
  ...breaks('services/analytics/src/analytics.rpc.ts', [
    ['9.52', 'active within 8 days', 'weekMs = 7 *', 'weekMs = 8 *'],
    ['9.52', 'active within 6 days', 'weekMs = 7 *', 'weekMs = 6 *'],
  ]),
  ...breaks(legal, [
    [
      '9.53',
      'the terms name no refund',
      'refunded in full within 14 days of',
      'refunded in full within 15 days of',
    ],
    [
      '9.54',
      'the terms keep the data for 31 days',
      'removed within 30 days',
      'removed within 31 days',
    ],
    ['9.55', 'the terms promise a notice within 73 hours', 'within 72 hours', 'within 73 hours'],
    ['9.56', 'the terms allow for an age of 12', 'at least 13 years old', 'at least 12 years old'],
    [
      '9.57',
      'the terms delete after 31 days',
      'may be deleted after 30 days',
      'may be deleted after 31 days',
    ],
  ]),
  ...breaks('services/shares/src/shares.events.ts', [
    ['9.54', 'the shares of a deleted account stay', "type: 'remove' }", "type: 'stop' }"],
    [
      '9.54',
      'the usage of a deleted account stays',
      'await context.usage.closeOwner(uid, [...new Set(months)], now);',
      '',
    ],
    [
      '9.54',
      'a deleted account gets a new share',
      'await context.plans.markDeleted(uid, now);',
      '',
    ],
  ]),
  ...breaks('services/billing/src/account-closure.ts', [
    [
      '9.54',
      'a deleted account goes on paying',
      'if (providerId) await payments.closeCustomer(providerId);',
      '',
    ],
    [
      '9.54',
      'the customer of a deleted account stays',
      'await customers.remove(customer, now());',
      '',
    ],
  ]),
  ...breaks('services/shares/src/share/sweep.ts', [
    ['9.57', 'inactive shares stay', "type: 'purge', afterMs", "type: 'expire'"],
  ]),
  ...breaks('proto/policy-settings.ts', [
    [
      '9.58',
      'audit logs are kept for a month',
      '.default(defaultPolicy.auditRetentionMonths)',
      '.default(1)',
    ],
  ]),
  ...breaks(`${marketing}/gmail.ts`, [
    ['9.59', 'Gmail takes 26 MB', "label: 'Gmail', text: '25 MB'", "label: 'Gmail', text: '26 MB'"],
    [
      '9.59',
      'Yahoo takes 26 MB',
      "label: 'Yahoo Mail', text: '25 MB'",
      "label: 'Yahoo Mail', text: '26 MB'",
    ],
    ['9.60', 'Outlook takes 160 MB', '20–150 MB', '20–160 MB'],
    [
      '9.61',
      'Apple Mail takes 21 MB',
      "label: 'Apple Mail', text: '20 MB'",
      "label: 'Apple Mail', text: '21 MB'",
    ],
  ]),
  ...breaks('web/src/features/billing/payment/stripe-payment.tsx', [
    [
      '9.62',
      'the form gets no publishable key',
      'publishableKey,\n        clientSecret,\n        scheme',
      "publishableKey: '',\n        clientSecret,\n        scheme",
    ],
  ]),
];
