import { apart, breaks } from '../breakage.mjs';

/** @typedef {[numbers: string, text: string]} Text */

/** Each text, given without its quotes or with its key, is replaced. @param {string} file @param {Text[]} texts */
const withoutTexts = (file, texts) =>
  breaks(
    file,
    texts.map(([numbers, text]) => {
      const [shown = ''] = /'[^']+'/.exec(text) ?? [];
      return [numbers, `another text than ${shown}`, text, text.replace(shown, "'Other text'")];
    }),
  );

const sharePage = 'web/src/features/share-page';

const passwordStep = [
  ...breaks(`${sharePage}/share-page.tsx`, [
    ['2.133', 'no title', 'password: texts.password.title', "password: ''"],
    ['2.135', 'no title', 'details: texts.details.title', "details: ''"],
    [
      '2.138, 2.139',
      'the details lead nowhere',
      "dispatch({ type: 'details-given', downloader });",
      '',
    ],
    [
      '2.139',
      'no receiver panel',
      "case 'receiver':\n      return (",
      "case 'receiver':\n      return false && (",
    ],
    [
      '2.140',
      'no sender panel',
      '<SenderPanel access={flow.access} loadEngine={loadEngine} />',
      '{null}',
    ],
    [
      '2.141',
      'signed-in recipients are invited as well',
      "isVisitor={session.status === 'visitor'}",
      'isVisitor',
    ],
    [
      '2.141, 2.142',
      'visitors are not invited',
      "isVisitor={session.status === 'visitor'}",
      'isVisitor={false}',
    ],
  ]),
  ...breaks(`${sharePage}/session/flow.ts`, [
    [
      '2.134',
      'not verifying',
      "step: 'password', isVerifying: true",
      "step: 'password', isVerifying: false",
    ],
    [
      '2.135, 2.140',
      'the owner gives details',
      "? 'sender' : 'details'",
      "? 'details' : 'details'",
    ],
    [
      '2.135, 2.139',
      'recipients are taken for the owner',
      "? 'sender' : 'details'",
      "? 'sender' : 'sender'",
    ],
    [
      '2.139',
      'recipients send',
      "step: 'receiver', access: flow.access",
      "step: 'sender', access: flow.access",
    ],
  ]),
  ...breaks(`${sharePage}/password-form.tsx`, [
    [
      '2.133',
      'always hidden',
      "isShown ? 'text' : 'password'",
      "isShown ? 'password' : 'password'",
    ],
    ['2.133', 'always shown', "isShown ? 'text' : 'password'", "isShown ? 'text' : 'text'"],
    ['2.133', 'the toggle only shows', 'setIsShown(!isShown)', 'setIsShown(true)'],
    ['2.133', 'no toggle', 'className={styles.reveal}', 'hidden'],
    ['2.134', 'no Verifying...', 'isVerifying ? words.submitting : words.submit', 'words.submit'],
    [
      '2.134',
      'always Verifying...',
      'isVerifying ? words.submitting : words.submit',
      'words.submitting',
    ],
    ['2.134', 'the button submits nothing', 'onSubmit(password.trim())', 'undefined'],
  ]),
  ...breaks(`${sharePage}/details-form.tsx`, [
    ['2.136', 'no label', 'label={words.name}', 'label=""'],
    ['2.137', 'no label', 'label={words.email}', 'label=""'],
    ['2.136', 'the field does not keep the name', '{ ...typed, name: value }', '{ ...typed }'],
    ['2.137', 'the field does not keep the address', '{ ...typed, email: value }', '{ ...typed }'],
    [
      '2.138',
      'no button',
      '<button className={shared.mainButton} type="submit"',
      '<button hidden type="submit"',
    ],
    [
      '2.138',
      'the button continues nothing',
      'onSubmit({ name: name.trim(), email: email.trim() });',
      '',
    ],
  ]),
];

const panels = [
  ...breaks(`${sharePage}/receive/after/delivered.tsx`, [
    ['2.141, 2.142', 'no invitation', 'isComplete && isVisitor', 'false'],
    ['2.141, 2.142', 'invites during the transfer', 'isComplete && isVisitor', 'isVisitor'],
    ['2.141', 'invites signed-in recipients', 'isComplete && isVisitor', 'isComplete'],
  ]),
  ...breaks(`${sharePage}/receive/receiver-panel.tsx`, [
    [
      '2.143',
      'no status',
      'view={isBlocked ? blockedView : receiverView(snapshot, sender, isSenderAbsent)}',
      "view={{ ...receiverView(snapshot, sender), status: '' }}",
    ],
  ]),
  ...breaks(`${sharePage}/receive/after/after-error.tsx`, [
    [
      '2.144',
      'no Try Again',
      "if (code !== 'access-denied') return <TryAgain receiving={receiving} />;",
      "if (code !== 'access-denied') return null;",
    ],
    ['2.144', 'Try Again does nothing', 'onClick={receiving.retry}', ''],
    ['2.144', 'no label', '{words.tryAgain}', ''],
  ]),
  ...breaks(`${sharePage}/receive/receiver-view.ts`, [
    [
      '2.143',
      'no status of an error',
      '? words.failed : words[snapshot.state]',
      "? '' : words[snapshot.state]",
    ],
  ]),
  ...breaks(`${sharePage}/receive/after/sign-up-invitation.tsx`, [
    ['2.141', 'no text', '{words.title}', ''],
    ['2.142', 'earlier', 'redirectAfterMs = 2_000', 'redirectAfterMs = 1_900'],
    ['2.142', 'later', 'redirectAfterMs = 2_000', 'redirectAfterMs = 2_100'],
    [
      '2.142',
      'stays',
      'setTimeout(go, redirectAfterMs)',
      'setTimeout(() => undefined, redirectAfterMs)',
    ],
    ['2.142', 'nothing prefilled', '{ ...downloader, tab:', '{ tab:'],
    ['2.142', 'the sign-in tab', "tab: 'signup'", "tab: 'signin'"],
  ]),
  ...breaks('web/src/lib/paths.ts', [
    ['2.142', 'without email', "['email', 'name', 'tab', 'next']", "['name', 'tab', 'next']"],
    ['2.142', 'without name', "['email', 'name', 'tab', 'next']", "['email', 'tab', 'next']"],
    ['2.142', 'without tab', "['email', 'name', 'tab', 'next']", "['email', 'name', 'next']"],
    ['2.142', 'another page', "login: '/login'", "login: '/signin'"],
    ['2.155', 'another path', '`/share/${', '`/s/${'],
    ['2.155', 'without origin', '`${origin}${sharePath(shareId)}`', '`${sharePath(shareId)}`'],
    ['2.155', 'without ID', '${encodeURIComponent(shareId)}', ''],
  ]),
  ...breaks(`${sharePage}/panel/panel-parts.tsx`, [
    ['2.145, 2.146, 2.147, 2.148, 2.149, 2.150, 2.151', 'no badge', '{view.badge}', ''],
    ['2.143, 2.154', 'the panel has no status', '{view.status}', ''],
  ]),
  ...breaks(`${sharePage}/send/sender-view.ts`, [
    ['2.145', 'Waiting before a file is chosen', "?? 'idle';", "?? 'waiting';"],
    ['2.146, 2.147, 2.148, 2.149, 2.150, 2.151', 'always Ready', 'badges[state]', "badges['idle']"],
    [
      '2.152',
      'no reset after an error',
      "state === 'error' || state === 'completed'",
      "state === 'completed'",
    ],
    [
      '2.153',
      'no reset after completion',
      "state === 'error' || state === 'completed'",
      "state === 'error'",
    ],
    ['2.154', 'no text while connecting', 'return words.connecting;', "return '';"],
  ]),
  ...breaks(`${sharePage}/send/sender-panel.tsx`, [
    ['2.152, 2.153', 'no button', '{canReset(state) && (', '{false && ('],
    ['2.152, 2.153', 'no label', '{words.reset}', ''],
    ['2.152, 2.153', 'the button does nothing', 'onClick={sending.reset}', ''],
    [
      '2.154',
      'no status',
      ': senderView(snapshot, otherTab.isAsking)}',
      ": { ...senderView(snapshot), status: '' }}",
    ],
  ]),
  ...breaks(`${sharePage}/send/own-link.tsx`, [
    [
      '2.155',
      'copies the address of the page',
      'await copyWithToast(url,',
      'await copyWithToast(window.location.href,',
    ],
  ]),
];

const sharePageTexts = [
  ...apart(
    withoutTexts(`${sharePage}/texts.ts`, [
      ['2.133', "'Password Protected File'"],
      ['2.134', "'Verifying...'"],
      ['2.141', "'Create an account to send files yourself'"],
    ]),
  ),
  ...apart(
    withoutTexts(`${sharePage}/panel/texts.ts`, [
      ['2.143', "failed: 'Connection failed',\n    unsaved:"],
      ['2.144', "'Try Again'"],
    ]),
  ),
  ...apart(
    withoutTexts(`${sharePage}/send/texts.ts`, [
      ['2.145', "idle: 'Ready'"],
      ['2.146', "'Connecting',\n      waiting: 'Waiting',\n      sending"],
      ['2.147', "'Waiting',\n      sending"],
      ['2.148', "'Sending'"],
      ['2.149', "'Complete'"],
      ['2.150', "'Error',\n      retrying: 'Retrying',\n    }"],
      ['2.151', "'Retrying',\n    }"],
    ]),
  ),
  // The tests of other numbers use these texts as well.
  ...withoutTexts(`${sharePage}/texts.ts`, [
    ['2.133', "'Show password'"],
    ['2.133', "'Hide password'"],
    ['2.134', "'Access File'"],
    ['2.135', "'Download Information Required'"],
    ['2.136', "'Full Name'"],
    ['2.137', "'Email Address'"],
    ['2.138', "'Continue to Download'"],
  ]),
  ...withoutTexts(`${sharePage}/send/texts.ts`, [
    ['2.152, 2.153', "'Reset Connection'"],
    ['2.154', "'Connecting to signaling server'"],
  ]),
];

const audit = 'web/src/features/audit';

const auditPage = [
  ...breaks(`${audit}/audit-logs-page.tsx`, [
    ['2.156', 'no link', '<BackLink to={paths.home}>{texts.back}</BackLink>', ''],
    [
      '2.156',
      'a link to another page',
      '<BackLink to={paths.home}>',
      '<BackLink to={paths.settings}>',
    ],
    [
      '2.157, 2.158, 2.159',
      'the search is not applied',
      '{ ...filter, search: event.target.value }',
      '{ ...filter }',
    ],
    [
      '2.157, 2.158, 2.159',
      'no search',
      '<div>\n        <label htmlFor={`${id}search`}>',
      '<div hidden>\n        <label htmlFor={`${id}search`}>',
    ],
    [
      '2.161, 2.162, 2.163, 2.164',
      'the event type is not applied',
      'onChange({ ...filter, event })',
      'onChange({ ...filter })',
    ],
    [
      '2.160',
      'the event filter starts with a type',
      'value={filter.event}',
      "value={filter.event === 'all' ? 'share_created' : filter.event}",
    ],
    [
      '2.166, 2.167, 2.168',
      'the status is not applied',
      'onChange({ ...filter, status })',
      'onChange({ ...filter })',
    ],
    ['2.169', 'no button', '<ExportButton onAlarm={raise} />', ''],
    [
      '2.171',
      'the count of all records',
      'formatCount(entries.length)',
      'formatCount(data?.length ?? 0)',
    ],
    ['2.171', 'no heading', '<h2 className={styles.heading} aria-live="polite">', '<h2 hidden>'],
    ['2.172', 'no text', '<p>{texts.empty}</p>', ''],
    [
      '2.189',
      'the server is asked again',
      'isLoading, error } = log;',
      "isLoading, error, refetch } = log;\n  useMemo(() => filter.search !== '' && setTimeout(refetch), [filter]);",
    ],
    [
      '2.189',
      'the filter has no effect',
      'filterEntries(rows, deferred)',
      'filterEntries(rows, noFilter)',
    ],
  ]),
  ...breaks(`${audit}/api.ts`, [
    ['2.189', 'only a part is loaded', 'limit: maxRows.auditLog', 'limit: 100'],
  ]),
  ...apart(
    breaks(`${audit}/filter.ts`, [
      ['2.157', 'not in the file name', '[entry.filename, entry', '[entry'],
      [
        '2.158',
        'not in the email address',
        'entry.accessorEmail, entry.ipAddress]',
        'entry.ipAddress]',
      ],
      [
        '2.159',
        'not in the IP address',
        'entry.accessorEmail, entry.ipAddress]',
        'entry.accessorEmail]',
      ],
      ['2.157, 2.158', 'upper case is not found', 'fold(search.trim())', 'search.trim()'],
      [
        '2.160',
        'no choice of all',
        "eventTypes = ['all', ...auditEventTypes]",
        'eventTypes = [...auditEventTypes]',
      ],
      [
        '2.165',
        'no choice of all',
        "eventStatuses = ['all', ...auditEventStatuses]",
        'eventStatuses = [...auditEventStatuses]',
      ],
      ...['share_created', 'access_attempt', 'download_completed', 'access_denied'].flatMap(
        (type, index) =>
          /** @type {import('../breakage.mjs').Row[]} */ ([
            [
              `2.${161 + index}`,
              'not offered',
              '...auditEventTypes]',
              `...auditEventTypes.filter((type) => type !== '${type}')]`,
            ],
            [
              `2.${161 + index}`,
              'matches every entry',
              "event === 'all'",
              `['all', '${type}'].includes(event)`,
            ],
          ]),
      ),
      ...['success', 'failure', 'denied'].flatMap(
        (status, index) =>
          /** @type {import('../breakage.mjs').Row[]} */ ([
            [
              `2.${166 + index}`,
              'not offered',
              '...auditEventStatuses]',
              `...auditEventStatuses.filter((status) => status !== '${status}')]`,
            ],
            [
              `2.${166 + index}`,
              'matches every entry',
              "status === 'all'",
              `['all', '${status}'].includes(status)`,
            ],
          ]),
      ),
    ]),
  ),
  ...breaks(`${audit}/audit-actions.tsx`, [
    ['2.169', 'the button saves nothing', 'await exportAuditLogs(uid);', ''],
    ['2.170', 'no label while running', 'isBusy ? texts.exporting : texts.export', 'texts.export'],
    ['2.170', 'always the label', 'isBusy ? texts.exporting : texts.export', 'texts.exporting'],
    ['2.170', 'the label stays', 'setIsBusy(false);', ''],
  ]),
  ...breaks(`${audit}/filter.ts`, [
    ['2.160', 'all matches nothing', "event === 'all' || ", ''],
    ['2.165', 'all matches nothing', "status === 'all' || ", ''],
  ]),
];

const auditTable = [
  ...apart(
    breaks(`${audit}/table/audit-columns.tsx`, [
      ['2.173', 'no time', 'render: (value: string) => <Time value={value} />', "render: () => ''"],
      [
        '2.174',
        'no status',
        'render: (value: string) => <Status status={value} />',
        "render: () => ''",
      ],
      ['2.175', 'no name', 'title={value}>\n          {value}', 'title={value}>'],
      [
        '2.175',
        'no size',
        '<small className={styles.fileSize}>{formatStoredSize(entry.fileSize)}</small>\n      </span>',
        '</span>',
      ],
      ['2.176', 'no IP address', "{value ?? '-'}", "{'-'}"],
      ['2.177', 'no event', '<>\n        <Event entry={entry} />', '<>'],
      ['2.177', 'no icons', '{icons[entry.eventType] ?? <Icon name="file" />}', ''],
      ['2.177', 'the same icon for all', 'icons[entry.eventType] ?? <Icon', '<Icon'],
      ['2.177', 'no default icon', '?? <Icon name="file" />', ''],
      ['2.177', 'no icon of created shares', 'share_created: <Icon name="link" />,', ''],
      ['2.177', 'no icon of attempts', 'access_attempt: <Icon name="eye" />,', ''],
      ['2.177', 'no icon of downloads', 'download_completed: <Icon name="download" />,', ''],
      ['2.177', 'no icon of refusals', 'access_denied: <Icon name="denied" />,', ''],
      [
        '2.178, 2.179, 2.180, 2.181',
        'no accessor',
        '<span className={styles.wrap}>\n        <Accessor entry={entry} />\n      </span>',
        "''",
      ],
      [
        '2.179, 2.180, 2.181',
        'the email address only',
        'const text = accessorOf(entry);',
        "const text = entry.accessorEmail ?? '';",
      ],
      ['2.188', 'no location', '<span className={styles.wrap}>{locationOf(entry)}</span>', "''"],
      ['2.173', 'no column', 'title: names.date,', "title: '',"],
      ['2.174', 'no column', 'title: names.status,', "title: '',"],
      ['2.175', 'no column', 'title: names.file,', "title: '',"],
      ['2.176', 'no column', 'title: names.ip,', "title: '',"],
      ['2.177', 'no column', 'title: names.event,\n    dataIndex', "title: '',\n    dataIndex"],
      ['2.178, 2.179, 2.180, 2.181', 'no column', 'title: names.accessor,', "title: '',"],
      ['2.188', 'no column', 'title: names.location,', "title: '',"],
      ['2.173', 'no time on cards', '<Time value={entry.createdAt} />', ''],
      [
        '2.174',
        'no status on cards',
        '<Status status={entry.eventStatus} className={styles.cardStatus} />',
        '',
      ],
      ['2.175', 'no name on cards', '{entry.filename}', ''],
      [
        '2.175',
        'no size on cards',
        "</bdi>{' '}\n          <small className={styles.fileSize}>{formatStoredSize(entry.fileSize)}</small>",
        '</bdi>',
      ],
      ['2.176', 'no IP address on cards', '          {ipAddress}\n', ''],
      ['2.177', 'no event on cards', '<RowCard>\n        <Event entry={entry} />', '<RowCard>'],
      [
        '2.178, 2.179, 2.180, 2.181',
        'no accessor on cards',
        '<span className={rowCard.wide}>\n          <Accessor entry={entry} />\n        </span>',
        '',
      ],
      ['2.188', 'no location on cards', '{hasLocation && location}', ''],
    ]),
  ),
  ...breaks('web/src/lib/texts/format.ts', [
    ['2.173', 'without seconds', ', date.getSeconds()]', ']'],
    ['2.173', 'without the day', '`${formatDate(date)} ${time}`', '`${time}`'],
    ['2.173', 'without leading zeros', "padStart(2, '0')", "padStart(1, '0')"],
  ]),
  ...apart(
    breaks(`${audit}/entries.ts`, [
      [
        '2.178',
        'the name comes first',
        'if (isPresent(accessorEmail)) {',
        'if (isPresent(accessorEmail) && !isPresent(accessorName)) {',
      ],
      [
        '2.179',
        'the address of anonymous downloaders',
        "accessorEmail.includes('@') ? accessorEmail : texts.anonymous",
        'accessorEmail',
      ],
      ['2.180', 'no name', 'isPresent(accessorName) ? accessorName :', 'false ? accessorName :'],
      ['2.181', 'no browser', ': browserOf(userAgent)', ": ''"],
      ['2.182', 'mobiles are taken for their browser', '/Mobile|Android|iPhone|iPad/i', '/iPad/i'],
      ['2.183', 'no Chrome', 'if (/Chrome|Chromium/i', 'if (/Chromium/i'],
      ['2.184', 'no Firefox', 'if (/Firefox/i', 'if (/Fennec/i'],
      ['2.185', 'no Safari', 'if (/Safari/i', 'if (/Epiphany/i'],
      ['2.186', 'no unknown browser', 'return browsers.unknown;', 'return browsers.device;'],
      [
        '2.187',
        'no unknown device',
        "userAgent === null || userAgent === ''",
        'userAgent === undefined',
      ],
    ]),
  ),
  ...breaks(`${audit}/entries.ts`, [
    ['2.188', 'no city', '[entry.city, entry', '[entry'],
    ['2.188', 'no region', 'entry.region, entry.country]', 'entry.country]'],
    ['2.188', 'no country', 'entry.region, entry.country]', 'entry.region]'],
    ['2.188', 'nothing instead of -', "noLocation = '-'", "noLocation = ''"],
  ]),
];

const auditTexts = [
  ...apart(
    withoutTexts(`${audit}/texts.ts`, [
      ['2.156', "'Back to Dashboard'"],
      ['2.170', "'Exporting...'"],
      ['2.173', "'Date/Time'"],
      ['2.174', "status: 'Status',\n      file"],
      ['2.175', "'File',"],
      ['2.176', "'IP Address'"],
      ['2.177', "'Event',"],
      ['2.179', "'Anonymous Downloader'"],
      ['2.182', "'Mobile Device'"],
      ['2.183', "'Chrome Browser'"],
      ['2.184', "'Firefox Browser'"],
      ['2.185', "'Safari Browser'"],
      ['2.186', "'Unknown Browser'"],
      ['2.187', "'Unknown Device'"],
    ]),
  ),
  ...withoutTexts(`${audit}/texts.ts`, [
    ['2.172', "'No audit logs found matching your criteria.'"],
    ['2.169', "'Export CSV'"],
    ['2.178, 2.179, 2.180, 2.181', "'Accessor'"],
    ['2.188', "'Location'"],
  ]),
  ...apart(
    withoutTexts(`${audit}/texts.ts`, [
      ['2.160', "'All events'"],
      ['2.161', "'Share created'"],
      ['2.162', "'Access attempt'"],
      ['2.163', "'Download completed'"],
      ['2.164', "'Access denied'"],
      ['2.165', "'All statuses'"],
      ['2.166', "'Success'"],
      ['2.167', "'Failure'"],
      ['2.168', "'Denied'"],
    ]),
  ),
  ...breaks(`${audit}/texts.ts`, [
    [
      '2.171',
      'a heading without the count',
      '`Audit Records (${count})`',
      "count && 'Audit Records'",
    ],
  ]),
];

const settings = 'web/src/features/settings';

const settingsPage = [
  ...breaks(`${settings}/settings-page.tsx`, [
    ['2.192', 'no plan on the page', '<PlanPanel />', ''],
  ]),
  ...apart(
    breaks(`${settings}/account-panel.tsx`, [
      ['2.190', 'no email address', 'orNotSet(user?.email)', "''"],
      ['2.190', 'no label', '<dt>{texts.email}</dt>', ''],
      ['2.191', 'no name', 'orNotSet(user?.displayName)', 'texts.notSet'],
      ['2.191', 'no label', '<dt>{texts.displayName}</dt>', ''],
      ['2.191', 'nothing without a name', ' || texts.notSet', ''],
      ['2.191', 'a blank name', "(value ?? '').trim()", "(value ?? '')"],
    ]),
  ),
  ...breaks(`${settings}/plan-panel.tsx`, [
    ['2.195', 'no button', '{hasPayments && canCancel && <CancelSubscription />}', ''],
    [
      '2.195',
      'no confirmation',
      'disabled={isCancelling} onClick={ask}',
      'disabled={isCancelling} onClick={() => void confirm()}',
    ],
    ['2.195', 'no dialog', 'open={isAsking}', 'open={false}'],
    ['2.196', 'no label', 'cancelText={texts.dialog.keep}', ''],
  ]),
  ...apart(
    breaks(`${settings}/plan-panel.tsx`, [['2.199', 'no label', '<dt>{texts.shares}</dt>', '']]),
  ),
  ...apart(
    breaks(`${settings}/plan-panel.tsx`, [
      ['2.192, 2.193, 2.194', 'no badge', '<PlanBadge label={names[plan]} isPaid={isPro} />', ''],
      [
        '2.192, 2.193',
        'the same badge for all',
        'label={names[plan]}',
        'label={texts.plans.proforever}',
      ],
      ['2.194', 'the badge of Pro for all', 'label={names[plan]}', 'label={texts.plans.active}'],
      [
        '2.196',
        'Keep Subscription cancels',
        'onCancel={() => setIsAsking(false)}',
        'onCancel={() => void confirm()}',
      ],
      ['2.196', 'Keep Subscription does nothing', 'onCancel={() => setIsAsking(false)}', ''],
      ['2.197', 'Yes does nothing', 'onOk={() => void confirm()}', ''],
      ['2.197', 'no label', 'okText={texts.dialog.confirm}', ''],
      [
        '2.198',
        'no link',
        '{canUpgrade && <ButtonLink to={paths.subscribe}>{texts.upgrade}</ButtonLink>}',
        '',
      ],
      [
        '2.198',
        'a link to another page',
        '{canUpgrade && <ButtonLink to={paths.subscribe}',
        '{canUpgrade && <ButtonLink to={paths.help}',
      ],
      ['2.198', 'paid plans have the link', '{canUpgrade && <', '{<'],
      ['2.199', 'used shares of paid plans', "? '∞'", "? ''"],
      ['2.199', 'infinity for Free', 'const limit = isPro ? null', 'const limit = !isPro ? null'],
      ['2.199', 'no used shares', 'texts.used(record.sharesUsedThisMonth, ', 'texts.used(0, '],
      ['2.199', 'no limit', 'record.sharesUsedThisMonth, limit)', 'record.sharesUsedThisMonth, 0)'],
    ]),
  ),
  ...apart(
    breaks('proto/browser/policy.ts', [
      ['2.199', '9 shares', 'freeSharesPerMonth: 10', 'freeSharesPerMonth: 9'],
      ['2.199', '11 shares', 'freeSharesPerMonth: 10', 'freeSharesPerMonth: 11'],
    ]),
  ),
  ...apart(
    withoutTexts(`${settings}/texts.ts`, [
      ['2.190', "email: 'Email'"],
      ['2.192', "'Free Plan'"],
      ['2.193', "'Pro Plan'"],
      ['2.194', "'ProForever'"],
      ['2.198', "'Upgrade Now'"],
    ]),
  ),
  ...withoutTexts(`${settings}/texts.ts`, [
    ['2.196', "'Keep Subscription'"],
    ['2.195', "'Cancel Subscription'"],
  ]),
  ...apart(
    withoutTexts(`${settings}/texts.ts`, [
      ['2.191', "'Display Name'"],
      ['2.191', "'Not set'"],
      ['2.197', "'Yes, Cancel Subscription'"],
      ['2.199', "'Shares this month'"],
    ]),
  ),
];

const help = 'web/src/features/help';

const helpPage = [
  ...breaks(`${help}/help-page.tsx`, [
    [
      '2.200',
      'for everyone',
      'if (hasPayments && record !== undefined && !isPaid(record.subscriptionStatus))',
      'if (false)',
    ],
    [
      '2.200',
      'for nobody',
      'if (hasPayments && record !== undefined && !isPaid(record.subscriptionStatus))',
      'if (record)',
    ],
    [
      '2.200',
      'to the plans instead of the home page',
      '<Navigate to={paths.home}',
      '<Navigate to={paths.subscribe}',
    ],
    ['2.202', 'no questions', '<Questions />\n', ''],
    ['2.203, 2.204', 'no contact', '<Contact />\n', ''],
  ]),
  ...apart(
    breaks(`${help}/tutorial.tsx`, [
      ['2.201', 'no link', 'href={tutorialPath} onClick={open}', 'onClick={open}'],
      ['2.201', 'another video', "'/tutorial.webm'", "'/tutorial.mp4'"],
      ['2.201', 'no label', '<strong>{texts.video}</strong>', ''],
      ['2.201', 'plays although motion is unwanted', '!prefersReducedMotion()', 'true'],
      ['2.201', 'no captions', 'kind="captions"', 'kind="metadata"'],
      ['2.201', 'no text beside the video', '<li key={step}>{step}</li>', '<li key={step} />'],
      ['2.201', 'no controls', '        controls\n', ''],
      ['2.201', 'the focus is lost', 'video.current?.focus()', 'undefined'],
    ]),
  ),
  ...apart(
    breaks(`${help}/help-page.tsx`, [
      [
        '2.202',
        '7 questions',
        '.faq(usePolicy(), useHasPayments())\n',
        '.faq(usePolicy(), useHasPayments())\n.slice(1)\n',
      ],
      [
        '2.202',
        '9 questions',
        '.faq(usePolicy(), useHasPayments())\n',
        ".faq(usePolicy(), useHasPayments())\n.concat({ question: 'Why?', answer: '' })\n",
      ],
      [
        '2.203',
        'no link',
        '<MailLink address={supportEmail}>{texts.contactAction(supportEmail)}</MailLink>',
        '',
      ],
      [
        '2.203',
        'a fixed address',
        'const { supportEmail } = useBrand();',
        "const supportEmail = 'support@tandem.example';\n  useBrand();",
      ],
      ['2.204', 'no promise', '<p className={styles.note}>{contactText}</p>', ''],
    ]),
  ),
  ...breaks('web/src/lib/account/user-api.ts', [
    [
      '2.199, 2.200',
      'not for ProForever',
      "status === 'active' || status === 'proforever'",
      "status === 'active'",
    ],
    [
      '2.199, 2.200',
      'not for Pro',
      "status === 'active' || status === 'proforever'",
      "status === 'proforever'",
    ],
  ]),
  ...apart(
    breaks('web/src/components/accordion.tsx', [
      ['2.202', 'always closed', 'isOpen={open === item.title}', 'isOpen={false}'],
      ['2.202', 'always open', 'isOpen={open === item.title}', 'isOpen'],
      ['2.202', 'the answer stays hidden', 'hidden={!isOpen}', 'hidden'],
      ['2.202', 'the answer is always visible', 'hidden={!isOpen}', ''],
      [
        '2.202',
        'several are open',
        'isOpen={open === item.title}',
        'isOpen={open !== null && open >= item.title}',
      ],
    ]),
  ),
  ...apart(
    breaks('web/src/components/page/links.tsx', [
      ['2.203', 'no mailto', '`mailto:${address}`', 'address'],
      ['2.203', 'no address', '`mailto:${address}`', "'mailto:'"],
    ]),
  ),
  ...apart(withoutTexts(`${help}/texts.ts`, [['2.201', "'Watch the video tutorial'"]])),
  ...apart(
    breaks(`${help}/texts.ts`, [
      ['2.203', 'no address in the label', '`Email ${email}`', "email && 'Email'"],
      ['2.204', 'within 48 hours', 'within 24 hours', 'within 48 hours'],
      ['2.204', 'no priority', 'have priority support', 'have support'],
      ['2.204', 'not for paid plans', 'Paid plans have', 'Our plans have'],
    ]),
  ),
];

const admin = 'web/src/features/admin';

const dashboard = [
  ...apart(
    breaks(`${admin}/analytics/admin-dashboard-page.tsx`, [
      ['2.205', 'no link', '<BackLink to={paths.home}>{dashboard.home}</BackLink>', ''],
      ['2.205', 'a link to another page', 'to={paths.home}', 'to={paths.settings}'],
      ['2.206', 'no button', '<ButtonLink to={paths.adminSubscriptions}>{manage}</ButtonLink>', ''],
      ['2.206', 'a button to another page', 'to={paths.adminSubscriptions}', 'to={paths.settings}'],
      ['2.207', 'no cards on the page', '<FigureCards users={counts} costs={costs.data} />', ''],
      [
        '2.211',
        'no breakdown on the page',
        '{stats.data !== undefined && <ConnectionTypes stats={stats.data} />}',
        '',
      ],
      [
        '2.215',
        'not on the page',
        '{counts !== undefined && <Subscriptions stats={counts.subscriptionStats} />}',
        '',
      ],
      [
        '2.216',
        'not on the page',
        '{costs.data !== undefined && <Costs costs={costs.data} />}',
        '',
      ],
      [
        '2.220',
        'not on the page',
        '{transfers.data !== undefined && <RecentTransfers transfers={transfers.data} />}',
        '',
      ],
      [
        '2.225',
        'not on the page',
        '{users.data !== undefined && <TopUsers users={users.data.topUsers} />}',
        '',
      ],
    ]),
  ),
  ...breaks(`${admin}/api.ts`, [
    ['2.220', '19 transfers', 'recentTransfersLimit = 20', 'recentTransfersLimit = 19'],
    ['2.220', '21 transfers', 'recentTransfersLimit = 20', 'recentTransfersLimit = 21'],
  ]),
  ...apart(
    breaks(`${admin}/analytics/figures.tsx`, [
      ['2.207', 'no number of users', 'formatCount(users.totalUsers)', "''"],
      ['2.207', 'no active users', 'cards.usersNote(formatCount(users.activeUsers7d))', "''"],
      ['2.207', 'no label', 'label={cards.users}', 'label=""'],
      [
        '2.208',
        'no number of transfers',
        'pending : formatCount(costs.totalTransfers)',
        "pending : ''",
      ],
      [
        '2.208',
        'no bytes',
        "cards.transfersNote(formatBytes(costs.totalBytesTransferred, 'TB'))",
        "''",
      ],
      ['2.208', 'no label', 'label={cards.transfers}', 'label=""'],
      ['2.209', 'no percentage', 'formatPercent(costs.turnPercentage)', "''"],
      [
        '2.209',
        'the percentage of STUN',
        'formatPercent(costs.turnPercentage)',
        'formatPercent(costs.stunPercentage)',
      ],
      ['2.209', 'no label', 'label={cards.turn}', 'label=""'],
      ['2.210', 'no cost', 'pending : formatUsd(costs.estimatedTurnCost)', "pending : ''"],
      ['2.210', 'no label', 'label={cards.cost}', 'label=""'],
      [
        '2.211',
        'no row of turn',
        'connectionTypes.map((kind) => {',
        "connectionTypes.filter((kind) => kind !== 'turn').map((kind) => {",
      ],
      [
        '2.212',
        'no row of stun',
        'connectionTypes.map((kind) => {',
        "connectionTypes.filter((kind) => kind !== 'stun').map((kind) => {",
      ],
      [
        '2.213',
        'no row of direct',
        'connectionTypes.map((kind) => {',
        "connectionTypes.filter((kind) => kind !== 'direct').map((kind) => {",
      ],
      [
        '2.214',
        'no row of unknown',
        'connectionTypes.map((kind) => {',
        "connectionTypes.filter((kind) => kind !== 'unknown').map((kind) => {",
      ],
      ['2.215', 'no labels', 'label: names[status] ?? status,', "label: '',"],
      ['2.219', 'no notes', '                {note}\n', ''],
      ['2.219', 'no heading', '{dashboard.notes}', ''],
    ]),
  ),
  ...apart(
    breaks(`${admin}/analytics/figures.tsx`, [
      ['2.207, 2.208, 2.209, 2.210', 'no figures', '<strong>{value}</strong>', ''],
      ['2.207, 2.208, 2.209, 2.210', 'no notes', '<span>{note}</span>', ''],
      ['2.211, 2.212, 2.213, 2.214', 'no counts', 'text: `${formatCount(count)} · ', 'text: ` · '],
      ['2.211, 2.212, 2.213, 2.214', 'no bytes', "${formatBytes(stat?.totalBytes ?? 0, 'TB')}", ''],
      [
        '2.211, 2.212, 2.213, 2.214',
        'the figures of another type',
        'item.connectionType === kind',
        'item.connectionType !== kind',
      ],
      [
        '2.212, 2.213, 2.214',
        'types without transfers are missing',
        'const rows = connectionTypes.map((kind) => {',
        'const rows = connectionTypes.filter((kind) => stats.some((item) => item.connectionType === kind)).map((kind) => {',
      ],
      ['2.215', 'no counts', 'text: formatCount(count),', "text: '',"],
      ['2.216', 'no percentages', '<td>{formatPercent(percent)}</td>', '<td></td>'],
      [
        '2.216',
        'the percentage of TURN for STUN',
        '[dashboard.stun, costs.stunPercentage,',
        '[dashboard.stun, costs.turnPercentage,',
      ],
      ['2.217', 'no transfers', '<td>{formatCount(transfers)}</td>', '<td></td>'],
      [
        '2.217',
        'the transfers of STUN for TURN',
        'costs.turnTransfers, costs.turnBytes]',
        'costs.stunTransfers, costs.turnBytes]',
      ],
      ['2.218', 'no bytes', "<td>{formatBytes(bytes, 'TB')}</td>", '<td></td>'],
      [
        '2.218',
        'the bytes of STUN for TURN',
        'costs.turnTransfers, costs.turnBytes]',
        'costs.turnTransfers, costs.stunBytes]',
      ],
      [
        '2.216, 2.217, 2.218',
        'no row of STUN',
        '[dashboard.stun, costs.stunPercentage, costs.stunTransfers, costs.stunBytes] as const,',
        '',
      ],
    ]),
  ),
  ...apart(
    breaks(`${admin}/analytics/bar-list.tsx`, [
      [
        '2.211, 2.212, 2.213, 2.214, 2.215',
        'no labels of bars',
        '<span>{bar.label}</span>',
        '<span></span>',
      ],
      ['2.211, 2.212, 2.213, 2.214, 2.215', 'no texts', '<strong>{bar.text}</strong>', ''],
    ]),
  ),
  ...apart(
    breaks(`${admin}/analytics/admin-tables.tsx`, [
      ['2.220', 'no type', '=> <Route type={value} />', "=> ''"],
      ['2.221', 'nothing for visitors', 'userEmail ?? dashboard.anonymous', 'userEmail'],
      ['2.221', 'everyone is anonymous', 'userEmail ?? dashboard.anonymous', 'dashboard.anonymous'],
      ['2.222', 'no size', 'formatBytes(Number(value))', "''"],
      ['2.223', 'no duration', '=> formatDurationMs(value)', "=> ''"],
      [
        '2.223',
        'seconds for milliseconds',
        '=> formatDurationMs(value)',
        '=> formatDurationMs(value * 1000)',
      ],
      ['2.224', 'no date', '=> formatDateTime(value)', "=> ''"],
      ['2.220', 'no type on cards', '<Route type={transfer.connectionType} />', ''],
      ['2.221', 'no user', '=> userOf(transfer)', "=> ''"],
      ['2.221', 'no user on cards', '{userOf(transfer)}', ''],
      ['2.222', 'no size on cards', '{formatBytes(transfer.bytesTransferred)}', ''],
      ['2.223', 'no duration on cards', '{formatDurationMs(transfer.transferDuration)}', ''],
      ['2.224', 'no date on cards', '{formatDateTime(transfer.createdAt)} ·', ''],
      ['2.225', 'no name', '<span translate="no">{nameOf(user)}</span>', "''"],
      [
        '2.225',
        'no email address',
        "title: names.email,\n    dataIndex: 'email'",
        "title: names.email,\n    dataIndex: 'none'",
      ],
      ['2.225', 'no share count', '=> formatCount(value)', "=> ''"],
      ['2.225', 'no name on cards', '<strong translate="no">{nameOf(user)}</strong>', ''],
      ['2.225', 'no email address on cards', '<small translate="no">{user.email}</small>', ''],
      ['2.225', 'no share count on cards', '{formatCount(user.sharesCount)}', ''],
    ]),
  ),
  ...apart(
    withoutTexts(`${admin}/texts.ts`, [
      ['2.205', "'Back to Home'"],
      ['2.206', "manage: 'Subscription Management'"],
      ['2.207', "'Total Users'"],
      ['2.208', "'Total Transfers'"],
      ['2.209', "'TURN Usage'"],
      ['2.210', "'Estimated TURN Cost'"],
      ['2.211', "'TURN (relayed)'"],
      ['2.213', "'Direct (same network)'"],
      ['2.215', "'Subscription Distribution'"],
      ['2.219', "'Cost notes'"],
      ['2.220', "'Type'"],
      ['2.221', "'Anonymous'"],
      ['2.222', "'Size'"],
      ['2.223', "'Duration'"],
      ['2.224', "'Date'"],
      ['2.225', "'Top Users'"],
    ]),
  ),
  ...apart(
    withoutTexts(`${admin}/texts.ts`, [
      ['2.212', "'STUN (across the internet)'"],
      ['2.214', "'Unknown'"],
      ['2.215', "free: 'Free', active: 'Pro', proforever: 'Pro Forever' },\n      costs"],
      ['2.216', "'Share'"],
      ['2.217', "'Transfers'"],
      ['2.218', "'Bytes'"],
      ['2.216', "'Cost Insights'"],
      ['2.220', "'Recent Transfers'"],
    ]),
  ),
  ...apart(
    breaks(`${admin}/texts.ts`, [
      ['2.207', 'no period', '`${count} active in the last 7 days`', '`${count} active`'],
      ['2.208', 'another text of the bytes', '`${bytes} transferred`', '`${bytes}`'],
    ]),
  ),
];

const analytics = 'services/analytics/src';

const dashboardServices = [
  ...breaks(`${analytics}/analytics.rpc.ts`, [
    ['2.207', 'active within 8 days', 'weekMs = 7 *', 'weekMs = 8 *'],
    ['2.207', 'active within 6 days', 'weekMs = 7 *', 'weekMs = 6 *'],
    ['2.220', 'the limit is ignored', 'recent.slice(0, limit || defaultRecent)', 'recent'],
  ]),
  ...breaks(`${analytics}/rollup/rollup.ts`, [
    [
      '2.220',
      'the oldest transfers',
      'b.createdAt.getTime() - a.createdAt.getTime()',
      'a.createdAt.getTime() - b.createdAt.getTime()',
    ],
  ]),
  ...breaks(`${analytics}/rollup/user.store.ts`, [
    ['2.225', 'the fewest shares first', '.sort({ sharesCount: -1 })', '.sort({ sharesCount: 1 })'],
  ]),
];

const management = [
  ...apart(
    breaks(`${admin}/users/subscription-management-page.tsx`, [
      ['2.226', 'no link', '<BackLink to={paths.adminDashboard}>{management.back}</BackLink>', ''],
      ['2.226', 'a link to another page', 'to={paths.adminDashboard}', 'to={paths.home}'],
      ['2.236', 'an empty table', '<Nothing text={management.empty} />', "''"],
      ['2.237', 'another text', 'label={management.loading}', ''],
      ['2.237', 'nothing while loading', '<LoadingScreen label={management.loading} />', 'null'],
    ]),
  ),
  ...breaks(`${admin}/nothing.tsx`, [['2.236', 'no text', '<p>{text}</p>', '']]),
  ...breaks('web/src/lib/paths.ts', [
    ['2.206', 'another address', "'/admin/subscription-management'", "'/admin/subscriptions'"],
    ['2.226', 'another address', "adminDashboard: '/admin/dashboard'", "adminDashboard: '/admin'"],
  ]),
  ...apart(
    breaks(`${admin}/users/user-name.ts`, [
      ['2.227', 'no last name', '`${first} ${last}`', '`${first}`'],
      ['2.227', 'no first name', '`${first} ${last}`', '`${last}`'],
      ['2.227', 'no first name alone', "return first !== '' ? first :", 'return false ? first :'],
      [
        '2.227',
        'the last name alone',
        "return first !== '' ? first :",
        "return first + last !== '' ? first || last :",
      ],
      ['2.227', 'the whole email address', "email.split('@')[0]", 'email'],
    ]),
  ),
  ...apart(
    breaks(`${admin}/users/user-columns.tsx`, [
      ['2.228', 'no badge', '<Badge tone="accent">{management.admin}</Badge>', "''"],
      ['2.228', 'a badge for everyone', '{user.isAdmin && <', '{<'],
      ['2.229', 'no column', '<Address text={value} />', ''],
      ['2.230', 'no column', '=> formatCount(value)', "=> ''"],
      ['2.231', 'no column', '=> formatDay(value)', "=> ''"],
      ['2.232, 2.233, 2.234', 'no column', '=> <Plan status={value} />', "=> ''"],
      [
        '2.232, 2.234',
        'the same badge for all',
        'usePlanNames()[status]',
        'management.status.proforever',
      ],
      ['2.233', 'the badge of Pro for all', 'usePlanNames()[status]', 'management.status.active'],
      ['2.235', 'no column', '=> <StatusSelect user={user} />,', "=> '',"],
      ['2.235', 'the select changes nothing', 'onChange={(status) => void change(status)}', ''],
      ['2.235', 'the select does not show the status', 'value={user.subscriptionStatus}', ''],
      [
        '2.235',
        'values and labels differ',
        '({ value, label: planNames[value] })',
        "({ value, label: planNames[{ free: 'active', active: 'free', proforever: 'proforever' }[value]] })",
      ],
      [
        '2.235',
        'two values',
        'options={subscriptionStatuses.map(',
        'options={subscriptionStatuses.slice(0, 2).map(',
      ],
      ['2.235', 'another user', 'userId: user.id,', "userId: '',"],
      ['2.229', 'no email address on cards', '<Address text={user.email} />', ''],
      ['2.230', 'no shares on cards', '{formatCount(user.sharesUsedThisMonth)}', ''],
      ['2.231', 'no date on cards', '{formatDay(user.createdAt)} ·', ''],
      ['2.233', 'no status on cards', '<Plan status={user.subscriptionStatus} />', ''],
      ['2.235', 'no select on cards', '          <StatusSelect user={user} />\n', ''],
    ]),
  ),
  ...apart(
    breaks(`${admin}/users/user-columns.tsx`, [
      ['2.227', 'no name', '{userName(user)}', ''],
      ['2.227, 2.228', 'no name on cards', '<Name user={user} />\n        <Plan', '<Plan'],
      ['2.227, 2.228', 'no column', '=> <Name user={user} />,', "=> '',"],
    ]),
  ),
  ...breaks('web/src/lib/texts/format.ts', [
    ['2.231', 'no leading zeros', "padStart(2, '0')", "padStart(1, '0')"],
    ['2.231', 'the month is one less', 'date.getMonth() + 1', 'date.getMonth()'],
  ]),
  ...apart(
    withoutTexts(`${admin}/texts.ts`, [
      ['2.226', "'Back to Admin Dashboard'"],
      ['2.228', "'Admin',"],
      ['2.229', "email: 'Email',\n        status"],
      ['2.230', "'Shares Used'"],
      ['2.231', "'Joined'"],
      ['2.236', "'No users found'"],
    ]),
  ),
  ...apart(
    withoutTexts(`${admin}/texts.ts`, [
      ['2.237', "'Loading users...'"],
      ['2.233, 2.235', "'Pro Forever' },\n      columns"],
      ['2.232, 2.235', "'Pro', proforever: 'Pro Forever' },\n      columns"],
      ['2.234, 2.235', "'Free', active: 'Pro', proforever: 'Pro Forever' },\n      columns"],
    ]),
  ),
];

export default [
  ...passwordStep,
  ...panels,
  ...sharePageTexts,
  ...auditPage,
  ...auditTable,
  ...auditTexts,
  ...settingsPage,
  ...helpPage,
  ...dashboard,
  ...dashboardServices,
  ...management,
];
