import { apart, breaks } from '../breakage.mjs';

/** @type {typeof breaks} */
const local = (file, rows) => apart(breaks(file, rows));

const features = 'web/src/features';
const dashboard = `${features}/dashboard`;
const sharePage = `${features}/share-page`;
const engine = 'web/src/transfer';
const signalling = 'services/signalling/src';

const upload = [
  ...breaks(`${dashboard}/upload/upload-form.state.ts`, [
    [
      '4.1',
      'no creating',
      "form.kind === 'idle' ? { kind: 'creating', done: 0, total: event.total } : form",
      'form',
    ],
    [
      '4.2',
      'no connecting after creating',
      "form.kind === 'creating' ? { kind: 'created' } : form",
      'form',
    ],
    [
      '4.5',
      'no error after creating',
      "form.kind === 'creating' ? { kind: 'error', message: event.message } : form",
      'form',
    ],
    [
      '4.7',
      'no limit_reached',
      "form.kind === 'creating' ? { kind: 'limit_reached' } : form",
      'form',
    ],
    [
      '4.9',
      'no reset of an error',
      "form.kind === 'creating' ? form : idle",
      "form.kind === 'creating' || form.kind === 'error' ? form : idle",
    ],
    [
      '4.10',
      'no reset at the limit',
      "form.kind === 'creating' ? form : idle",
      "form.kind === 'creating' || form.kind === 'limit_reached' ? form : idle",
    ],
    [
      '4.11',
      'Select File during creating',
      "kind === 'creating' || kind === 'created';",
      "kind === 'created';",
    ],
    [
      '4.12',
      'Select File during connecting',
      "kind === 'creating' || kind === 'created';",
      "kind === 'creating';",
    ],
    ['4.17', 'a reset after 0.4 s', 'formResetDelayMs = 500', 'formResetDelayMs = 400'],
    ['4.17', 'a reset after 0.6 s', 'formResetDelayMs = 500', 'formResetDelayMs = 600'],
  ]),
  ...local(`${dashboard}/sending/transfer-view.ts`, [
    [
      '4.2',
      'waiting is not shown as connecting',
      "case 'waiting':\n      return { kind: 'connecting' };",
      "return { kind: 'connecting' };\n    case 'waiting':\n      return { kind: 'sharing' };",
    ],
    ['4.3', 'no sharing', "return { kind: 'sharing' };", "return { kind: 'connecting' };"],
    ['4.4', 'no completed', "return { kind: 'completed' };", "return { kind: 'sharing' };"],
    [
      '4.5',
      'no error of the transfer',
      "return { kind: 'error', message: failureText(error) };",
      "return { kind: 'connecting' };",
    ],
    [
      '4.6',
      'no retrying',
      "return { kind: 'retrying', attempt };",
      "return { kind: 'connecting' };",
    ],
  ]),
  ...local(`${dashboard}/sending/live-transfers.tsx`, [
    ['4.8', 'no Share Another File', '{live.another}', '{live.end}'],
  ]),
  ...breaks(`${dashboard}/upload/upload-card.tsx`, [
    ['4.11', 'the button is not disabled', '          disabled={isSelectDisabled(form)}\n', ''],
    [
      '4.15',
      'Create Share without a file',
      "{form.kind === 'idle' && hasFile && (",
      "{form.kind === 'idle' && (",
    ],
    [
      '4.15',
      'no Create Share',
      "{form.kind === 'idle' && hasFile && (",
      "{form.kind === 'created' && hasFile && (",
    ],
    [
      '4.15',
      'Create Share while creating',
      "{form.kind === 'idle' && hasFile && (",
      "{form.kind !== 'error' && hasFile && (",
    ],
    ['4.16', 'no Upgrade to Pro', '{isAtLimit && hasPayments && (', "{form.kind === 'error' && ("],
    [
      '4.9',
      'no Try Again after an error',
      "form.kind === 'error' || form.kind === 'limit_reached';",
      "form.kind === 'limit_reached';",
    ],
    [
      '4.10',
      'no Try Again at the limit',
      "form.kind === 'error' || form.kind === 'limit_reached';",
      "form.kind === 'error';",
    ],
  ]),
  ...local(`${dashboard}/upload/use-upload-form.ts`, [
    ['4.17', 'no reset', '}, formResetDelayMs);', '}, 3_600_000);'],
  ]),
  ...local(`${sharePage}/send/sender-panel.tsx`, [
    [
      '4.12, 4.13, 4.14',
      'another file during the transfer',
      '{canChoose && <FileChoice',
      '{<FileChoice',
    ],
    [
      '4.12',
      'another file during connecting',
      '{canChoose && <FileChoice',
      "{(canChoose || state === 'connecting') && <FileChoice",
    ],
    [
      '4.13',
      'another file during sharing',
      '{canChoose && <FileChoice',
      "{(canChoose || state === 'sending') && <FileChoice",
    ],
    [
      '4.14',
      'another file during retrying',
      '{canChoose && <FileChoice',
      "{(canChoose || state === 'retrying') && <FileChoice",
    ],
    ['4.57', 'no file is sent', 'onChosen={sending.send} />}', 'onChosen={() => undefined} />}'],
    ['4.60', 'no Reset Connection', '{canReset(state) && (', "{state === 'idle' && ("],
    [
      '4.60',
      'Reset Connection does nothing',
      'onClick={sending.reset}',
      'onClick={() => undefined}',
    ],
  ]),
];

const shares = [
  ...breaks(`${dashboard}/share-status.ts`, [
    [
      '4.18',
      'no share expires',
      "if (now > Date.parse(share.expiresAt)) return { kind: 'expired' };",
      '',
    ],
    ['4.19', 'no share is stopped', "if (!share.isActive) return { kind: 'stopped' };", ''],
    ['4.20', 'active shares are stopped', 'if (!share.isActive)', 'if (share.isActive)'],
  ]),
  ...breaks(`${dashboard}/recent/row/share-row.tsx`, [
    ['4.20', 'no days left', '<span>{recent.daysLeft(status.daysLeft)}</span>', '<span />'],
  ]),
  ...breaks(`${dashboard}/recent/row/row-actions.tsx`, [
    ['4.18', 'no delete', "{status.kind === 'expired' && (", "{status.kind === 'stopped' && ("],
    ['4.19, 4.20', 'no copy link', '{canCopy && (', '{!canCopy && ('],
    ['4.19', 'no restart', "{status.kind === 'stopped' && (", "{status.kind === 'expired' && ("],
    ['4.20', 'no stop', "{status.kind === 'active' && (\n", "{status.kind === 'expired' && (\n"],
  ]),
  ...local(`${dashboard}/texts.ts`, [
    ['4.20', 'another text', "`${plural(days, 'day')} left`", "`${plural(days, 'day')}`"],
  ]),
  ...breaks('services/shares/src/share/share.ts', [
    [
      '4.21',
      'a stop changes nothing',
      "if (current.kind !== 'active') return unchanged;",
      'return unchanged;',
    ],
    [
      '4.22',
      'a restart changes nothing',
      "if (current.kind !== 'stopped') return unchanged;",
      'return unchanged;',
    ],
    [
      '4.23',
      'any share may be deleted',
      "current.kind === 'expired' ? markDeleted(share, now)",
      "current.kind !== 'deleted' ? markDeleted(share, now)",
    ],
  ]),
  ...breaks('services/shares/src/share/lifecycle.ts', [
    ['4.7', 'another refusal of the server', "'Monthly share limit reached'", "'Too many shares'"],
  ]),
  ...breaks('services/shares/src/access/check-access.ts', [
    [
      '4.21',
      'a stopped share is open',
      "if (state.kind === 'active') return",
      "if (state.kind === 'stopped') return null;\n  if (state.kind === 'active') return",
    ],
  ]),
  ...breaks('web/src/lib/account/user-api.ts', [
    ['4.24', 'active is Free', "status === 'active' || ", ''],
    ['4.24', 'proforever is Free', " || status === 'proforever'", ''],
    [
      '4.24',
      'free is Pro',
      "status === 'active' || status === 'proforever'",
      'status !== undefined',
    ],
  ]),
  ...local('services/billing/src/plan.ts', [
    [
      '4.25',
      'the plan stays until the end of the period',
      'voided: new Set([...decisions.voided, ...idsThatCount(purchases)]),\n});',
      'voided: decisions.voided,\n});',
    ],
    [
      '4.26',
      'an admin cannot give ProForever',
      "if (status === 'proforever') return { ...decisions, complimentary: 'proforever' };",
      "if (status === 'proforever') return decisions;",
    ],
    ['4.26', 'an admin cannot give Pro', "{ ...cancelled, complimentary: 'active' }", 'cancelled'],
  ]),
  ...local('gateway/src/routes/admin/users.ts', [
    [
      '4.26',
      'every plan becomes free',
      'subscriptionStatus: body.subscriptionStatus }',
      "subscriptionStatus: 'free' }",
    ],
  ]),
];

const cancelling = [
  ...local(`${features}/settings/plan-panel.tsx`, [
    [
      '4.27',
      'not offered for ProForever',
      "(status === 'proforever' && canCancelForever)",
      "status === 'free'",
    ],
    [
      '4.27',
      'the setting is ignored',
      "(status === 'proforever' && canCancelForever)",
      "status === 'proforever'",
    ],
  ]),
  ...local(`${features}/help/texts.ts`, [
    [
      '4.27',
      'the help text ignores the setting',
      'answer: policy.canCancelProForever\n',
      'answer: policy.canCancelProForever || policy\n',
    ],
  ]),
];

const handshake = [
  ...breaks(`${engine}/connection/negotiation.ts`, [
    [
      '4.28',
      'the offer is not processed',
      "await peer.setRemoteDescription({ type: 'offer', sdp: offer.sdp });\n    await this.#applyEarlyCandidates();\n    const answer",
      'if (offer.sdp) return;\n    const answer',
    ],
    [
      '4.29, 4.36',
      'no answer is sent',
      "this.#answer = payload;\n    send({ type: 'answer', payload });",
      'this.#answer = payload;',
    ],
    [
      '4.35',
      'no offer is sent',
      "this.#offer = payload;\n    send({ type: 'offer', payload });",
      'this.#offer = payload;',
    ],
  ]),
  ...breaks(`${engine}/receive/receive-session.state.ts`, [
    [
      '4.31',
      'no new connection',
      "return { state: 'retrying', cause: 'connection', attempt, lostSignalling: null };",
      'return fail(error);',
    ],
    [
      '4.30',
      'no waiting after the answer',
      "return { state: 'waiting', ...common(machine) };",
      'return machine;',
    ],
    [
      '4.32',
      'an interrupted path is not reported',
      'return onPath(machine, input.isUp);',
      'return machine;',
    ],
    [
      '4.48',
      'the channel changes nothing',
      "return { state: 'waiting', ...common(machine) };",
      "return { state: 'connecting', ...common(machine) };",
    ],
    ['4.49', 'no receiving', "moveTo({ ...machine, attempt: 0 }, 'receiving')", 'machine'],
    [
      '4.50',
      'no completed',
      "case 'completed':\n      return completed(input.isVerified);",
      "case 'completed':\n      return machine;",
    ],
    [
      '4.47',
      'no connecting at the start',
      "initialReceiver: ReceiverMachine = {\n  state: 'connecting',",
      "initialReceiver: ReceiverMachine = {\n  state: 'waiting',",
    ],
    [
      '4.84',
      'no retrying after a lost link',
      "return { state: 'retrying', cause: 'connection', attempt, lostSignalling: null };",
      "return { state: 'connecting', attempt, lostSignalling: null };",
    ],
    [
      '4.85',
      'no error',
      "return fail(input.error);\n    case 'restart'",
      "return machine;\n    case 'restart'",
    ],
    ['4.85', 'no retry after an error', "if (input.type === 'retry') return initialReceiver;", ''],
  ]),
  ...breaks(`${engine}/send/recipient/recipient.state.ts`, [
    [
      '4.32',
      'an interrupted path of a recipient is not reported',
      'return onPath(machine, input.isUp);',
      'return machine;',
    ],
  ]),
  ...breaks(`${engine}/connection/peer-connection.ts`, [
    ['4.32', 'no state of the path', "this.#options.onEvent({ type: 'path', isUp });", ''],
    ['4.35', 'an unordered channel', 'init: { ordered: true }', 'init: { ordered: false }'],
    ['4.35', 'no offer', 'this.#negotiation.offer(false);', ''],
  ]),
  ...breaks(`${engine}/support/constants.ts`, [
    [
      '4.33',
      'a restart after 4 s',
      'disconnectedRestartMs = 5_000;',
      'disconnectedRestartMs = 4_000;',
    ],
    [
      '4.33',
      'a restart after 6 s',
      'disconnectedRestartMs = 5_000;',
      'disconnectedRestartMs = 6_000;',
    ],
    ['4.35', 'another name', "'fileTransfer'", "'file'"],
  ]),
  ...breaks(`${engine}/connection/ice-restart.ts`, [
    [
      '4.33',
      'no restart when disconnected',
      'this.#restart());\n    else this.#waitForOffer();\n  }\n\n  onFailed',
      'undefined);\n    else this.#waitForOffer();\n  }\n\n  onFailed',
    ],
    [
      '4.34',
      'no restart when failed',
      "if (this.#options.role === 'offer') this.#restart();",
      "if (this.#options.role === 'offer') this.stop();",
    ],
  ]),
];

const frames = [
  ...breaks(`${engine}/signalling/client.ts`, [
    ['4.37', 'no join', "this.#transmit({ type: 'join', ...proof, traceparent });", ''],
    [
      '4.44',
      'errors are not read',
      'refusal: readRefusal(frame.code, frame.message, frame.isRetryable),',
      'refusal: null,',
    ],
    [
      '4.45',
      'no ping',
      "this.#transmit({ type: 'ping' });\n      this.#startTimer('pong'",
      "this.#startTimer('pong'",
    ],
  ]),
  ...breaks(`${signalling}/protocol/server-frames.ts`, [
    [
      '4.38',
      'no joined',
      "{ type: 'joined', shareId, peerId, payload: { role, peers } }",
      "{ type: 'join', shareId, peerId, payload: { role, peers } } as never",
    ],
    [
      '4.39',
      'no peer-joined',
      'const frame: PresenceFrame = { type, shareId',
      "const frame: PresenceFrame = { type: type === 'peer-joined' ? ('joined' as never) : type, shareId",
    ],
    [
      '4.43',
      'no peer-left',
      'const frame: PresenceFrame = { type, shareId',
      "const frame: PresenceFrame = { type: type === 'peer-left' ? ('left' as never) : type, shareId",
    ],
    ['4.44', 'no error', "type: 'error',", "type: 'failure' as 'error',"],
  ]),
  ...breaks(`${signalling}/room/session.ts`, [
    [
      '4.40',
      'no offer',
      "case 'offer':\n    case 'answer':\n    case 'ice-candidate':\n      return relay;",
      "case 'answer':\n    case 'ice-candidate':\n      return relay;\n    case 'offer':\n      return nothing;",
    ],
    [
      '4.41',
      'no answer',
      "case 'offer':\n    case 'answer':\n    case 'ice-candidate':\n      return relay;",
      "case 'offer':\n    case 'ice-candidate':\n      return relay;\n    case 'answer':\n      return nothing;",
    ],
    [
      '4.42',
      'no ice-candidate',
      "case 'offer':\n    case 'answer':\n    case 'ice-candidate':\n      return relay;",
      "case 'offer':\n    case 'answer':\n      return relay;\n    case 'ice-candidate':\n      return nothing;",
    ],
    ['4.45', 'no echo of a ping', 'return echo;', 'return nothing;'],
  ]),
  ...breaks(`${engine}/send/upload/upload.ts`, [
    ['4.46', 'the sender does not complete', 'this.#run(this.#complete(message.sha256));', ''],
  ]),
  ...breaks(`${engine}/receive/download/download-loop.ts`, [
    [
      '4.46',
      'the receiver does not confirm',
      "send({ type: 'transfer-complete', sha256: null });",
      '',
    ],
    [
      '4.46',
      'the receiver does not confirm a verified file',
      "send({ type: 'transfer-complete', sha256 });",
      '',
    ],
  ]),
];

const receiver = [
  ...local(`${sharePage}/panel/texts.ts`, [
    ['4.47', 'no status of connecting', "'Connecting to the sender…'", "'Something else'"],
    [
      '4.48',
      'no status of waiting',
      "'Connected. Waiting for the sender to start…'",
      "'Something else'",
    ],
    ['4.49', 'no status of receiving', "'Receiving file…'", "'Something else'"],
    [
      '4.84',
      'no attempt',
      'retrying: (n: number, max: number) => `Reconnecting… attempt ${n} of ${max}`',
      'retrying: (_n: number, max: number) => `Reconnecting… of ${max}`',
    ],
    [
      '4.85',
      'no status of an error',
      "failed: 'Connection failed',\n    unsaved",
      "failed: 'Something else',\n    unsaved",
    ],
  ]),
  ...local(`${sharePage}/send/texts.ts`, [
    ['4.58', 'no x of 5', '`Reconnecting… ${n} of ${max}`', '`Reconnecting…`'],
    ['4.56', 'no count', '`${n} recipients connected`', '`Recipients connected`'],
  ]),
  ...breaks(`${sharePage}/receive/session/record-outcome.ts`, [
    ['4.51', 'no record', "if (state === 'completed') return 'completed';", ''],
  ]),
  ...breaks(`${sharePage}/receive/session/use-receiver.ts`, [
    ['4.85', 'Try Again does nothing', 'retry: () => session?.retry(),', 'retry: () => undefined,'],
  ]),
  ...breaks('services/shares/src/access/download.ts', [
    [
      '4.51',
      'the server records nothing',
      'return recordReport(context, share, report);',
      'void share; void report; return false;',
    ],
  ]),
];

const sender = [
  ...breaks(`${engine}/send/send-session.state.ts`, [
    ['4.52', 'no connecting', "? { ...machine, signalling: { phase: 'connecting' } }", '? machine'],
    [
      '4.53',
      'no waiting',
      "return { ...machine, signalling: { phase: 'joined' }, hasJoined: true };",
      'return machine;',
    ],
    [
      '4.54',
      'no sending',
      "if (has('sending', 'paused')) return as('sending', endOf(machine));",
      '',
    ],
    [
      '4.55',
      'no completed',
      "if (has('completed') && !has('connecting', 'waiting')) return as('completed');",
      '',
    ],
    ['4.59', 'no retrying', "if (has('retrying')) return as('retrying', endOf(machine));", ''],
    [
      '4.59',
      'no error',
      "hasServed(signalling.error, recipients) ? 'completed' : 'error'",
      "hasServed(signalling.error, recipients) ? 'completed' : 'waiting'",
    ],
  ]),
  ...breaks(`${sharePage}/send/sender-view.ts`, [
    [
      '4.60',
      'no reset after an error',
      "state === 'error' || state === 'completed'",
      "state === 'completed'",
    ],
    [
      '4.60',
      'no reset after completion',
      "state === 'error' || state === 'completed'",
      "state === 'error'",
    ],
    [
      '4.56',
      'completed recipients are not counted',
      "['waiting', 'sending', 'paused', 'completed']",
      "['waiting']",
    ],
    [
      '4.58',
      'no attempt',
      'words.retrying(Math.max(1, snapshot.attempt), snapshot.maxAttempts)',
      'words.connecting',
    ],
  ]),
];

const access = breaks(`${sharePage}/session/flow.ts`, [
  [
    '4.61',
    'a valid password changes nothing',
    "if (flow.step !== 'password') return flow;",
    "if (flow.step === 'password') return flow;",
  ],
  [
    '4.62',
    'no details',
    "event.access.share.isOwner ? 'sender' : 'details'",
    "event.access.share.isOwner ? 'sender' : ('receiver' as 'details')",
  ],
  ['4.63', 'no panel', "return flow.step === 'details'\n", "return flow.step === 'sender'\n"],
]);

const subscribe = breaks(`${features}/billing/subscribe.state.ts`, [
  [
    '4.64',
    'no plan is chosen',
    "state.kind === 'choosing' ? { kind: 'preparing', plan: event.plan } : state",
    'state',
  ],
  [
    '4.65',
    'the form before the secret',
    "state.kind === 'choosing' ? { kind: 'preparing', plan: event.plan } : state",
    "state.kind === 'choosing' ? { kind: 'paying', plan: event.plan, clientSecret: '' } : state",
  ],
  ['4.65', 'no form', '? paying(event)', '? state'],
  [
    '4.66',
    'no confirmation',
    "state.kind === 'paying' ? { kind: 'paid', plan: state.plan } : state",
    'state',
  ],
  [
    '4.67',
    'Change Plan changes nothing',
    "return state.kind === 'paid' || state.kind === 'pending' ? state : choosing;",
    'return state;',
  ],
]);

const account = [
  ...breaks('web/src/app/routes/session-gate.tsx', [
    [
      '4.68',
      'the landing page while loading',
      "case 'loading':\n      return <LoadingPage />;\n    case 'unreachable':\n      return <UnreachablePage />;",
      "case 'loading':\n      return visitorPage;\n    case 'unreachable':\n      return <UnreachablePage />;",
    ],
  ]),
  ...local(`${features}/auth/login-page.tsx`, [
    ['4.69', 'no sign-up', "key: 'signup'", "key: 'other'"],
  ]),
  ...local(`${features}/auth/sign-in-form.tsx`, [
    ['4.70', 'not disabled during sign-in', 'disabled={isBusy || ', 'disabled={'],
    ['4.71', 'not disabled without an e-mail', ' || isEmpty(typed.email)', ''],
    ['4.71', 'not disabled without a password', ' || isEmpty(typed.password)', ''],
  ]),
  ...local(`${features}/auth/sign-up-form.tsx`, [
    [
      '4.70',
      'not disabled during sign-up',
      'htmlType="submit" disabled={isBusy}',
      'htmlType="submit"',
    ],
  ]),
  ...local(`${features}/auth/google/google-button.tsx`, [
    ['4.70', 'not disabled during Google’s popup', 'disabled={isBusy} ', ''],
  ]),
];

const device = [
  ...breaks(`${dashboard}/device/wake-lock-toggle.tsx`, [
    [
      '4.72',
      'the toggle does nothing',
      'onChange={(isWanted) => dispatch(wakeLockSwitched(isWanted))}',
      '',
    ],
  ]),
  ...breaks(`${dashboard}/device/screen-wake-lock.tsx`, [
    ['4.74', 'the toggle stays on', 'dispatch(wakeLockSwitched(false));', ''],
    [
      '4.74',
      'no error',
      "toast({ variant: 'destructive', ...wakeLock[refusal] });",
      'void refusal;',
    ],
    ['4.75', 'no warning', "useLeaveWarning('wake-lock', isOn);", ''],
  ]),
  ...breaks('web/src/lib/browser/wake-lock/wake-lock.state.ts', [
    [
      '4.73',
      'not requested again',
      "if (state.kind === 'suspended') return { kind: 'acquiring', hadLock: true };",
      '',
    ],
  ]),
  ...breaks('web/src/lib/browser/wake-lock/use-wake-lock.ts', [
    [
      '4.73',
      'the return of the page is not noticed',
      "document.addEventListener('visibilitychange', onVisibility);",
      '',
    ],
  ]),
  ...breaks(`${dashboard}/device/install-card.tsx`, [
    ['4.76', 'shown in the installed app', 'isInstalledApp() || ', ''],
    ['4.77', 'no Install App', '{canInstall ? (', '{!canInstall ? ('],
  ]),
  ...breaks('web/src/lib/browser/device/inside-app.ts', [
    ['4.76', 'another display mode', '(display-mode: standalone)', '(display-mode: browser)'],
  ]),
  ...local('web/src/app/texts.ts', [
    ['4.78', 'another text', "'App Installed'", "'Something else'"],
  ]),
  ...breaks(`${sharePage}/receive/leave-guard.ts`, [
    [
      '4.79',
      'the background is not noticed while connecting',
      'useBackgroundGuard(isUnderWay(state),',
      "useBackgroundGuard(isUnderWay(state) && state !== 'connecting',",
    ],
    [
      '4.80',
      'the background is not noticed while receiving',
      'useBackgroundGuard(isUnderWay(state),',
      "useBackgroundGuard(isUnderWay(state) && state !== 'receiving',",
    ],
  ]),
  ...breaks(`${sharePage}/session/use-background-guard.ts`, [
    [
      '4.79, 4.80',
      'the background is not noticed',
      "if (document.visibilityState === 'hidden') setWasHidden(true);",
      '',
    ],
    [
      '4.82',
      'no nudge',
      "document.body.dataset['nudge'] = String(document.body.offsetHeight + Date.now());",
      '',
    ],
    ['4.82', 'every 14 s', 'iosNudgeMs = 15_000', 'iosNudgeMs = 14_000'],
    ['4.82', 'every 16 s', 'iosNudgeMs = 15_000', 'iosNudgeMs = 16_000'],
    ['4.82', 'on every device', '!isActive || !isIos()', '!isActive'],
  ]),
  ...breaks(`${engine}/signalling/return-watch.ts`, [
    [
      '4.81',
      'no reconnect on return',
      'timer = clock.setTimeout(session.retry,',
      'timer = clock.setTimeout(() => undefined,',
    ],
    ['4.81', 'at once', "cause === 'foreground' ?", "cause === ('never' as never) ?"],
    ['4.81', 'after every error', ' || !curableCodes.has(error.code)', ''],
  ]),
  ...breaks('web/src/components/toast/toast-store.ts', [
    ['4.83', 'two toasts', 'toastLimit = 1', 'toastLimit = 2'],
  ]),
];

/** @type {import('../breakage.mjs').Breakage[]} */
export default [
  ...upload,
  ...shares,
  ...cancelling,
  ...handshake,
  ...frames,
  ...receiver,
  ...sender,
  ...access,
  ...subscribe,
  ...account,
  ...device,
];
