import { apart, breaks } from '../breakage.mjs';

/** @type {typeof breaks} */
const local = (file, rows) => apart(breaks(file, rows));

const auth = 'web/src/features/auth';
const dashboard = 'web/src/features/dashboard';
const sharePage = 'web/src/features/share-page';

const shareAccess = [
  ...breaks(`${sharePage}/session/flow.ts`, [
    ['5.1', 'an empty password is sent', "password.trim() === ''", "password.trim() === '-'"],
    ['5.1', 'white space is a password', "password.trim() === ''", "password === ''"],
    [
      '5.2',
      'empty details are accepted',
      "downloader[field].trim() === ''",
      "downloader[field].trim() === '-'",
    ],
    ['5.2', 'white space is a name', "downloader[field].trim() === ''", "downloader[field] === ''"],
    ['5.2', 'no name is required', "(['name', 'email'] as const)", "(['email'] as const)"],
    ['5.2', 'no e-mail is required', "(['name', 'email'] as const)", "(['name'] as const)"],
    [
      '5.3',
      'an e-mail needs no @',
      "downloader.email.includes('@')",
      'downloader.email.length > 0',
    ],
  ]),
  ...breaks(`${sharePage}/password-form.tsx`, [
    ['5.1', 'no toast', "toast({ ...invalid, variant: 'destructive' });", ''],
    ['5.4', 'the password is not marked required', 'required\n            autoFocus', 'autoFocus'],
  ]),
  ...local(`${sharePage}/details-form.tsx`, [
    ['5.2, 5.3', 'no toast', "toast({ title, description, variant: 'destructive' });", ''],
    [
      '5.2, 5.3',
      'refused details are submitted',
      'setError(invalid);\n    if (invalid !== null) {',
      'setError(invalid);\n    onSubmit({ name, email });\n    if (invalid !== null) {',
    ],
    ['5.4', 'the details are not marked required', '        required\n', ''],
    [
      '5.4',
      'only the name is marked required',
      '        required\n',
      "        required={input.name === 'name'}\n",
    ],
  ]),
  ...local(`${sharePage}/texts.ts`, [
    ['5.1', 'another title', "'Password Required'", "'Something else'"],
    ['5.1', 'another text', "'Please enter the password to access this file.'", "'Something else'"],
    ['5.2', 'another title', "'Information Required'", "'Something else'"],
    ['5.2', 'another text', "'Please enter both your name and email address.'", "'Something else'"],
    ['5.3', 'another title', "'Invalid Email'", "'Something else'"],
    ['5.3', 'another text', "'Please enter a valid email address.'", "'Something else'"],
  ]),
  ...breaks('gateway/src/routes/shares.ts', [
    [
      '5.1',
      'the gateway takes an empty password',
      "if (trimmed !== '') return trimmed;",
      "if (trimmed !== '-') return trimmed;",
    ],
    [
      '5.1',
      'the gateway takes white space for a password',
      "const trimmed = text.trim();\n  if (trimmed !== '')",
      "const trimmed = text;\n  if (trimmed !== '')",
    ],
    [
      '5.1',
      'another text from the gateway',
      "'Please enter the password to access this file.'",
      "'Something else'",
    ],
    ['5.2', 'the gateway takes an empty name', "name === '' || email === ''", "email === ''"],
    ['5.2', 'the gateway takes an empty e-mail', "name === '' || email === ''", "name === ''"],
    [
      '5.2',
      'the gateway takes white space for a name',
      "const name = replaceDeceptive(info.name, ' ').trim();",
      'const { name } = info;',
    ],
    [
      '5.2',
      'another text from the gateway',
      "'Please enter both your name and email address.'",
      "'Something else'",
    ],
    ['5.3', 'the gateway takes an e-mail without @', "!email.includes('@')", "email.includes('!')"],
    [
      '5.3',
      'another text from the gateway',
      "'Please enter a valid email address.'",
      "'Something else'",
    ],
  ]),
];

const ownerActions = [
  ...breaks(`${dashboard}/upload/upload-card.tsx`, [
    [
      '5.5',
      'Create Share without a file',
      "{form.kind === 'idle' && hasFile && (",
      "{form.kind === 'idle' && (",
    ],
  ]),
  ...local(`${dashboard}/recent/use-share-commands.ts`, [
    [
      '5.6',
      'the call is made without a token',
      'throw new Error(texts.actions.authentication, { cause });',
      "return '';",
    ],
  ]),
  ...local(`${dashboard}/recent/use-share-actions.ts`, [
    [
      '5.7',
      'a visitor stops a share',
      'fail(actions.stopFailed, actions.signInToStop);\n      return;',
      'fail(actions.stopFailed, actions.signInToStop);',
    ],
    ['5.7', 'no toast', 'fail(actions.stopFailed, actions.signInToStop);', ''],
    [
      '5.8',
      'a visitor restarts a share',
      'fail(actions.restartFailed, actions.signInToRestart);\n      return;',
      'fail(actions.restartFailed, actions.signInToRestart);',
    ],
    ['5.8', 'no toast', 'fail(actions.restartFailed, actions.signInToRestart);', ''],
  ]),
  ...local(`${dashboard}/texts.ts`, [
    ['5.7', 'another text', "'You must be signed in to stop a share'", "'Something else'"],
    ['5.8', 'another text', "'You must be signed in to restart a share'", "'Something else'"],
  ]),
  ...breaks('gateway/src/routes/file-shares.ts', [
    [
      '5.6',
      'visitors stop shares',
      "until it is restarted.',\n    access: 'user',",
      "until it is restarted.',\n    access: 'optional',",
    ],
    [
      '5.6',
      'visitors restart shares',
      "has not expired.',\n    access: 'user',",
      "has not expired.',\n    access: 'optional',",
    ],
  ]),
  ...breaks('gateway/src/auth.ts', [
    [
      '5.6',
      'an invalid token counts as none',
      "if (access === 'optional' && isStaleCookie) return undefined;",
      "return { uid: 'alice' } as User;",
    ],
  ]),
  ...local('web/src/features/settings/use-cancel-subscription.ts', [
    ['5.9', 'no toast', 'fail(failed.signIn);', ''],
    ['5.9', 'a visitor cancels', 'fail(failed.signIn);\n      return;', 'fail(failed.signIn);'],
  ]),
  ...local('web/src/features/settings/texts.ts', [
    ['5.9', 'another text', "'You must be signed in to cancel subscription'", "'Something else'"],
  ]),
  ...local('gateway/src/routes/billing.ts', [
    [
      '5.9',
      'visitors cancel',
      "without refund.',\n    access: 'user',",
      "without refund.',\n    access: 'optional',",
    ],
  ]),
];

const signUp = [
  ...local(`${auth}/sign-up-form.tsx`, [
    [
      '5.10',
      'no e-mail is required',
      '<Form.Item name="email" label={texts.email} rules={required}>',
      '<Form.Item name="email" label={texts.email}>',
    ],
    [
      '5.10',
      'no password is required',
      'label={texts.password} rules={required}',
      'label={texts.password}',
    ],
    [
      '5.10',
      'no confirmation is required',
      'label={texts.confirmPassword} rules={required}',
      'label={texts.confirmPassword}',
    ],
    [
      '5.13',
      'a display name is required',
      'label={texts.displayName}>',
      'label={texts.displayName} rules={required}>',
    ],
    [
      '5.11, 5.12',
      'no toast',
      "toast({ variant: 'destructive', title: fault.title, description: fault.message });",
      '',
    ],
    [
      '5.11, 5.12',
      'a refused password is sent',
      'if (fault !== null) {',
      'if (fault === undefined) {',
    ],
  ]),
  ...breaks(`${auth}/validation.ts`, [
    [
      '5.11',
      'passwords need not match',
      'values.password !== values.confirmPassword',
      "values.confirmPassword === ''",
    ],
    [
      '5.12',
      'a password of 5 characters is enough',
      'values.password.length < minPasswordLength',
      'values.password.length < 5',
    ],
    [
      '5.12',
      'a password of 6 characters is too short',
      'values.password.length < minPasswordLength',
      'values.password.length < 7',
    ],
  ]),
  ...breaks('proto/browser/policy.ts', [
    [
      '5.12',
      'a password of 5 characters is enough by policy',
      'passwordMinLength: 6',
      'passwordMinLength: 5',
    ],
    [
      '5.12',
      'a password of 6 characters is too short by policy',
      'passwordMinLength: 6',
      'passwordMinLength: 7',
    ],
  ]),
  ...local(`${auth}/texts.ts`, [
    ['5.11', 'another title', "'Password Mismatch'", "'Something else'"],
    ['5.11', 'another text', "'Passwords do not match. Please try again.'", "'Something else'"],
    ['5.12', 'another title', "'Weak Password'", "'Something else'"],
    ['5.12', 'another text', "'Password must be at least 6 characters long.'", "'Something else'"],
  ]),
  ...local(`${auth}/sign-in.ts`, [
    ['5.13', 'the display name is not applied', 'await updateProfile(user, { displayName });', ''],
    [
      '5.13',
      'an empty display name is applied',
      "if (displayName !== '')",
      "if (displayName !== '-')",
    ],
  ]),
  ...local(`${auth}/sign-in-form.tsx`, [
    ['5.14', 'no e-mail is needed', ' || isEmpty(typed.email)', ''],
    ['5.14', 'no password is needed', ' || isEmpty(typed.password)', ''],
  ]),
];

/** @type {[number: string, code: string, find: string, text: string][]} */
const signUpErrors = [
  [
    '5.15',
    'email-already-in-use',
    'errors.emailInUse',
    'An account with this email already exists. Try signing in instead.',
  ],
  [
    '5.16',
    'weak-password',
    'errors.weakPassword',
    'Password should be at least 6 characters long.',
  ],
  [
    '5.18',
    'an unknown code',
    '?? errors.signUpOther',
    'Failed to create account. Please try again.',
  ],
  ['5.19', 'user-not-found', 'errors.userNotFound', 'No account found with this email address.'],
  ['5.20', 'wrong-password', 'errors.wrongPassword', 'Incorrect password. Please try again.'],
  ['5.22', 'user-disabled', 'errors.userDisabled', 'This account has been disabled.'],
  [
    '5.23',
    'an unknown code',
    '?? errors.signInOther',
    'Failed to sign in. Please check your credentials.',
  ],
];
const errorMapping = [
  ...local(
    `${auth}/auth-errors.ts`,
    signUpErrors.map(([number, code, find]) => [
      number,
      `no message for ${code}`,
      find,
      find.startsWith('??') ? "?? ''" : "''",
    ]),
  ),
  ...local(`${auth}/auth-errors.ts`, [
    [
      '5.17',
      'no message for invalid-email',
      "errors.weakPassword,\n  'auth/invalid-email': errors.invalidEmail,",
      'errors.weakPassword,',
    ],
    [
      '5.21',
      'no message for invalid-email',
      "errors.wrongPassword,\n  'auth/invalid-email': errors.invalidEmail,",
      'errors.wrongPassword,',
    ],
  ]),
  ...local(
    `${auth}/texts.ts`,
    signUpErrors.map(([number, , , text]) => [
      number,
      'another text',
      `'${text}'`,
      "'Something else'",
    ]),
  ),
  ...local(`${auth}/texts.ts`, [
    ['5.17, 5.21', 'another text', "'Please enter a valid email address.'", "'Something else'"],
  ]),
];

const limits = [
  ...breaks(`${auth}/validation.ts`, [
    [
      '5.24',
      'a password needs a digit',
      'values.password.length < minPasswordLength',
      '!/\\d/.test(values.password)',
    ],
    [
      '5.24',
      'a password needs a letter',
      'values.password.length < minPasswordLength',
      '!/[a-z]/i.test(values.password)',
    ],
  ]),
  ...breaks(`${dashboard}/upload/use-upload-form.ts`, [
    [
      '5.24',
      'the client refuses a large file',
      "if (files.length === 0 || state.kind !== 'idle') return false;",
      "if (state.kind !== 'idle' || files.some(({ file }) => file.size > 1e12)) return false;",
    ],
  ]),
  ...local('services/shares/src/plan/plan.ts', [
    [
      '5.24',
      'the server refuses a large file by default',
      'if (rules.maxFileBytes === null) return;',
      'if (rules.maxFileBytes === null && (bytes ?? 0) < 1e12) return;',
    ],
    ['5.24', 'the server enforces no limit', 'bytes > rules.maxFileBytes', 'bytes < 0'],
  ]),
  ...breaks('services/shares/src/config.ts', [
    ['5.24', 'the limit of Free is not configurable', 'config.MAX_FILE_BYTES_FREE ?? null', 'null'],
    ['5.24', 'the limit of Pro is not configurable', 'config.MAX_FILE_BYTES_PRO ?? null', 'null'],
    [
      '5.24',
      'the limit of ProForever is not configurable',
      'config.MAX_FILE_BYTES_PROFOREVER ?? null',
      'null',
    ],
  ]),
  ...local('web/src/features/legal/content/en/terms.ts', [
    [
      '5.25',
      'no age in the terms',
      'You must be at least 13 years old.',
      'You must be old enough.',
    ],
    ['5.25', 'another age in the terms', 'at least 13 years', 'at least 16 years'],
  ]),
  ...breaks('web/src/lib/http/config.ts', [
    ['5.26', 'a key with a colon is accepted', " || apiKey.includes(':')", ''],
    ['5.26', 'no key is needed', "apiKey === '' || ", ''],
  ]),
];

/** @type {import('../breakage.mjs').Breakage[]} */
export default [...shareAccess, ...ownerActions, ...signUp, ...errorMapping, ...limits];
