import { apart, breaks } from '../breakage.mjs';

const routes = 'web/src/app/routes';
const shell = 'web/src/app/shell';
const site = 'web/src/components/site';
const marketing = 'web/src/features/marketing';
const auth = 'web/src/features/auth';
const legal = 'web/src/features/legal';
const dashboard = 'web/src/features/dashboard';
const billing = 'web/src/features/billing';
const content = `${marketing}/content/en`;

const routeTable = [
  ...breaks(`${routes}/routes.tsx`, [
    [
      '2.2',
      'landing shows TermsPage',
      '<Route path={paths.landing} element={<LandingPage />} />',
      '<Route path={paths.landing} element={<TermsPage />} />',
    ],
    [
      '2.4',
      'terms shows PrivacyPage',
      '<Route path={paths.terms} element={<TermsPage />} />',
      '<Route path={paths.terms} element={<PrivacyPage />} />',
    ],
    [
      '2.5',
      'privacy shows TermsPage',
      '<Route path={paths.privacy} element={<PrivacyPage />} />',
      '<Route path={paths.privacy} element={<TermsPage />} />',
    ],
    [
      '2.16',
      'home shows SettingsPage',
      '<Route path={paths.home} element={<DashboardPage />} />',
      '<Route path={paths.home} element={<SettingsPage />} />',
    ],
    [
      '2.17',
      'subscribe shows SettingsPage',
      '<Route path={paths.subscribe} element={<SubscribePage />} />',
      '<Route path={paths.subscribe} element={<SettingsPage />} />',
    ],
    [
      '2.18',
      'auditLogs shows SettingsPage',
      '<Route path={paths.auditLogs} element={<AuditLogsPage />} />',
      '<Route path={paths.auditLogs} element={<SettingsPage />} />',
    ],
    [
      '2.19',
      'settings shows DashboardPage',
      '<Route path={paths.settings} element={<SettingsPage />} />',
      '<Route path={paths.settings} element={<DashboardPage />} />',
    ],
    [
      '2.20',
      'adminDashboard shows SettingsPage',
      '<Route path={paths.adminDashboard} element={<AdminDashboardPage />} />',
      '<Route path={paths.adminDashboard} element={<SettingsPage />} />',
    ],
    [
      '2.21',
      'adminSubscriptions shows SettingsPage',
      '<Route path={paths.adminSubscriptions} element={<SubscriptionManagementPage />} />',
      '<Route path={paths.adminSubscriptions} element={<SettingsPage />} />',
    ],
    ['2.3', 'no /share/{id}', '<Route path="/share/:id" element={<SharePage />} />', ''],
    [
      '2.15',
      'unknown paths show the not-found page',
      '<LandingPage />\n',
      "pathname === '/' ? <LandingPage /> : <NotFoundPage />\n",
    ],
    [
      '2.24',
      'no /landing for users',
      '<Route path={paths.landing} element={<LandingPage />} />',
      '',
    ],
    ['2.24', 'no /share/{id} for users', '<Route path="/share/:id" element={<SharePage />} />', ''],
    ['2.24', 'no /terms for users', '<Route path={paths.terms} element={<TermsPage />} />', ''],
    [
      '2.24',
      'no /privacy for users',
      '<Route path={paths.privacy} element={<PrivacyPage />} />',
      '',
    ],
    [
      '2.24',
      'no marketing pages for users',
      '<Route key={key} path={path} element={<MarketingPage key={key} pageKey={key} />} />',
      'null',
    ],
    ['2.26', 'no page for unknown paths', '<Route path="*" element={<NotFoundPage />} />', ''],
    [
      '2.29',
      '/upgrade shows a page',
      'element={<Navigate to={paths.subscribe} replace />}',
      'element={<LandingPage />}',
    ],
    ['2.29', '/upgrade leads to /', 'to={paths.subscribe} replace', 'to={paths.home} replace'],
    [
      '2.127',
      '/subscribe shows visitors the landing page',
      'if (pathname === paths.subscribe)',
      'if (pathname === paths.login)',
    ],
  ]),
  ...breaks(`${site}/marketing-paths.ts`, [
    [
      '2.7',
      'no page at /wetransfer-alternative',
      "'/wetransfer-alternative'",
      "'/wetransfer-alternative-page'",
    ],
    [
      '2.8',
      'no page at /dropbox-alternative',
      "'/dropbox-alternative'",
      "'/dropbox-alternative-page'",
    ],
    [
      '2.9',
      'no page at /file-too-big-for-gmail',
      "'/file-too-big-for-gmail'",
      "'/file-too-big-for-gmail-page'",
    ],
    ['2.10', 'no page at /send-large-files', "'/send-large-files'", "'/send-large-files-page'"],
    ['2.11', 'no page at /send-10gb-file', "'/send-10gb-file'", "'/send-10gb-file-page'"],
    ['2.12', 'no page at /p2p-file-transfer', "'/p2p-file-transfer'", "'/p2p-file-transfer-page'"],
    [
      '2.13',
      'no page at /hipaa-compliant-file-sharing',
      "'/hipaa-compliant-file-sharing'",
      "'/hipaa-compliant-file-sharing-page'",
    ],
    ['2.14', 'no page at /send-video-files', "'/send-video-files'", "'/send-video-files-page'"],
    ['2.6', 'fixed name of the comparison page', '`/${slug}-vs-', '`/tandem-vs-'],
    ['2.6', 'no comparison page', '`/${slug}-vs-', '`/${slug}-and-'],
  ]),
  ...breaks(`${routes}/session-gate.tsx`, [
    [
      '2.25',
      '/login shows users the form',
      "return <Navigate to={returnPath(query.get('next'))} replace />;",
      'return <LoginRoute />;',
    ],
    [
      '2.25',
      '/login redirects users to the settings',
      "to={returnPath(query.get('next'))} replace",
      'to="/settings" replace',
    ],
    [
      '2.27',
      'nothing while the session loads',
      "return <LoadingPage />;\n    case 'unreachable':\n      return <UnreachablePage />;",
      "return null;\n    case 'unreachable':\n      return <UnreachablePage />;",
    ],
    [
      '2.27',
      'nothing at /login while the session loads',
      "return <LoadingPage />;\n    case 'unreachable':\n    case 'visitor':",
      "return null;\n    case 'unreachable':\n    case 'visitor':",
    ],
  ]),
  ...breaks('web/src/components/loading-screen.tsx', [
    ['2.27', 'no spinner', '<MeetingDots />\n        <h1>', '<h1>'],
    ['2.27', 'no text', '<h1>{label}</h1>', '<h1 />'],
  ]),
  ...breaks('web/src/app/texts.ts', [
    ['2.26', 'another title', "'Page Not Found'", "'Nothing Here'"],
  ]),
  ...breaks(`${routes}/not-found-page.tsx`, [
    ['2.26', 'no title', '<h1>{texts.notFound.title}</h1>', '<h1>404</h1>'],
  ]),
  ...breaks('web/src/features/help/help-page.tsx', [
    [
      '2.22',
      'ProForever has no help',
      '!isPaid(record.subscriptionStatus)',
      "record.subscriptionStatus !== 'active'",
    ],
    [
      '2.22',
      'Pro has no help',
      '!isPaid(record.subscriptionStatus)',
      "record.subscriptionStatus !== 'proforever'",
    ],
    [
      '2.23',
      'Free has help',
      'if (hasPayments && record !== undefined && !isPaid(record.subscriptionStatus))',
      'if (isError)',
    ],
    [
      '2.23',
      'Free is redirected to /subscribe',
      '<Navigate to={paths.home}',
      '<Navigate to={paths.subscribe}',
    ],
  ]),
  ...breaks(`${dashboard}/upload/upload-card.tsx`, [
    ['2.28', 'opens in this tab', "'_blank'", "'_self'"],
    ['2.28', 'opens /subscribe', 'window.open(paths.upgrade', 'window.open(paths.subscribe'],
  ]),
];

const landing = [
  ...breaks(`${site}/texts.ts`, [['2.30', 'another label', "'Go to Dashboard'", "'Open the app'"]]),
  ...breaks(`${site}/site-page.tsx`, [
    [
      '2.30',
      'the button leads to /',
      'styles.action)} href={signIn}',
      'styles.action)} href={paths.home}',
    ],
    [
      '2.46',
      'two groups only',
      'marketingGroups(facts, hasPayments === true).map',
      'marketingGroups(facts, hasPayments === true).slice(1).map',
    ],
    ['2.46', 'links to /', '<a href={path}>{label}</a>', '<a href="/">{label}</a>'],
  ]),
  ...breaks(`${marketing}/content/en/shared.ts`, [
    ['2.31', 'another label', "? 'Get Started Free'", "? 'Start'"],
  ]),
  ...breaks(`${marketing}/texts.ts`, [['2.32', 'another label', "'Learn More'", "'More'"]]),
  ...breaks(`${marketing}/landing/landing-page.tsx`, [
    [
      '2.31',
      'leads to /',
      'className={site.button} href={signUpPath()}',
      'className={site.button} href="/"',
    ],
    ['2.31', 'no button in the hero', '{action}\n              </a>', '</a>'],
    [
      '2.32',
      'scrolls to the steps',
      '<button type="button" className={classNames(site.button, site.quiet)}>',
      '<button type="button" onClick={() => { window.location.hash = "how-it-works"; }}>',
    ],
    ['2.33', 'no steps', '<Steps block={how} id="how-it-works" />', ''],
    ['2.34', 'no cards', '<Why />', ''],
    ['2.35', 'no testimonials', '<Voices testimonials={facts.testimonials} />', 'null'],
    [
      '2.36, 2.37, 2.38, 2.39, 2.40, 2.41',
      'no questions',
      '<Faq block={{ kind: \'faq\', heading: words.questions, items: faq }} id="questions" />',
      '',
    ],
  ]),
  ...breaks(`${marketing}/blocks/steps.tsx`, [
    ['2.33', 'one step less', '{steps.map(', '{steps.slice(1).map('],
    ['2.50', 'no titles', '<h3>{title}</h3>', '<h3 />'],
    ['2.50', 'no texts', '<p>{text}</p>', '<p />'],
  ]),
  ...breaks(`${content}/landing.ts`, [
    ['2.33', 'another heading', "heading: 'How it works'", "heading: 'The file'"],
    ['2.43', 'another label', "'Start Free'", "'Begin'"],
    ['2.44', 'another label', "'Start Pro Trial'", "'Begin Pro'"],
    ['2.45', 'another label', "'Get ProForever'", "'Begin ProForever'"],
    ['2.36', 'nothing on file sizes', "'How large can a file be?'", "'Is it fast?'"],
    ['2.37', 'nothing on devices', "'Which devices and browsers work?'", "'Is it fun?'"],
    ['2.38', 'nothing on security', "'How is a transfer protected?'", "'Is it new?'"],
    ['2.39', 'nothing on being online', '  bothOnline,\n  {', '  {'],
    ['2.40', 'nothing on logging', "'Can I see who downloaded my file?'", "'Is it good?'"],
    ['2.41', 'nothing on failed transfers', '  interrupted,\n];', '];'],
  ]),
  ...breaks(`${marketing}/landing/why.tsx`, [
    [
      '2.34',
      'two cards',
      '<article className={classNames(styles.card, styles.proof)}>',
      '<article hidden>',
    ],
  ]),
  ...breaks(`${marketing}/landing/voices.tsx`, [
    ['2.35', 'one testimonial less', '{testimonials.map(', '{testimonials.slice(1).map('],
    ['2.35', 'no text', '<blockquote>{text}</blockquote>', '<blockquote />'],
  ]),
  ...breaks(`${marketing}/landing/pricing.tsx`, [
    ['2.42', 'no amounts', '<strong>{price}</strong>', '<strong />'],
    ['2.43, 2.44, 2.45', 'the buttons lead to /', 'href={signUpPath()}', 'href="/"'],
  ]),
];

const marketingPages = [
  ...breaks(`${site}/site-page.tsx`, [
    [
      '2.47',
      'the logo leads to /landing',
      '<Wordmark name={name} href={homePath()} />',
      '<Wordmark name={name} href={paths.landing} />',
    ],
    [
      '2.47',
      'the logo is no link',
      '<Wordmark name={name} href={homePath()} />',
      '<Wordmark name={name} />',
    ],
  ]),
  ...breaks(`${site}/wordmark.tsx`, [['2.47', 'a link without logo', '<Mark />\n', '\n']]),
  ...breaks(`${marketing}/blocks/block-view.tsx`, [
    ['2.48', 'no comparison tables', 'return <Comparison block={block} />;', 'return null;'],
    ['2.49', 'no FAQs', 'return <Faq block={block} />;', 'return null;'],
    ['2.50', 'no step lists', 'return <Steps block={block} />;', 'return null;'],
    ['2.61', 'no link', 'return <FurtherLink block={block} />;', 'return null;'],
  ]),
  ...breaks(`${marketing}/blocks/comparison.tsx`, [
    ['2.48', 'empty cells', '<MarkedCell cell={cell} />', ''],
    ['2.48', 'rows without label', '<th scope="row">{label}</th>', '<th scope="row" />'],
  ]),
  ...breaks(`${marketing}/blocks/faq.tsx`, [
    ['2.49, 2.36, 2.37, 2.38, 2.39, 2.40, 2.41', 'no answers', '<p>{answer}</p>', ''],
  ]),
  ...breaks(`${content}/wetransfer-alternative.ts`, [
    [
      '2.48',
      'a page without a table',
      "kind: 'comparison',\n        heading",
      "kind: 'prose',\n        paragraphs: [],\n        heading",
    ],
    ['2.59', 'another label', "'Get Started Free'", "'Send Now'"],
    [
      '2.61',
      'leads to itself',
      'href: `/${slug}-vs-wetransfer`',
      "href: '/wetransfer-alternative'",
    ],
    ['2.61', 'another label', 'label: `${name} vs WeTransfer`', "label: 'More'"],
  ]),
  ...breaks(`${content}/versus.ts`, [
    ['2.50', 'a page without steps', 'sendSteps(`Four steps with ${name}`),', ''],
    ['2.60', 'another label', '`Try ${name} Free`', "'Try Now'"],
    ['2.60', 'a fixed name', '`Try ${name} Free`', "'Try Our Product Free'"],
  ]),
  ...breaks(`${marketing}/marketing-page.tsx`, [
    [
      '2.52',
      'the hero leads to /',
      '              href={signUpPath(true)}',
      '              href="/"',
    ],
  ]),
  ...breaks(`${marketing}/closing.tsx`, [
    ['2.52', 'the end leads to /', 'href={href}', 'href="/"'],
  ]),
  ...breaks(`${content}/large.ts`, [
    ['2.53', 'another label', "'Send Large Files Now'", "'Send Now'"],
  ]),
  ...breaks(`${content}/gmail.ts`, [['2.54', 'another label', "'Send Files Now'", "'Send Now'"]]),
  ...breaks(`${content}/ten-gigabytes.ts`, [
    ['2.55', 'another label', "'Send 10 GB Free'", "'Send Now'"],
  ]),
  ...breaks(`${content}/p2p.ts`, [['2.56', 'another label', "'Try P2P Transfer'", "'Send Now'"]]),
  ...breaks(`${content}/hipaa.ts`, [
    ['2.57', 'another label', "'Start HIPAA Transfer'", "'Send Now'"],
  ]),
  ...breaks(`${content}/video.ts`, [['2.58', 'another label', "'Send Videos Now'", "'Send Now'"]]),
  ...breaks(`${marketing}/blocks/plain-blocks.tsx`, [
    ['2.61', 'leads to /login', 'href={block.href}', 'href="/login"'],
  ]),
];

const login = [
  ...breaks(`${auth}/texts.ts`, [
    ['2.67', 'another label', "showPassword: 'Show password'", "showPassword: 'Show'"],
    ['2.70', 'another label of sign-in', "'Sign in with Google'", "'Google'"],
    ['2.70', 'another label of sign-up', "'Sign up with Google'", "'Google'"],
  ]),
  ...breaks(`${auth}/login-page.tsx`, [
    [
      '2.62',
      'the tabs do not change',
      "onTab(key === 'signup' ? 'signup' : 'signin')",
      "onTab('signin')",
    ],
    ['2.63', 'no email', "query.get('email') ?? ''", "''"],
    ['2.63', 'no email at Sign In', '<SignInForm email={email} on', '<SignInForm email="" on'],
    ['2.63', 'no email at Sign Up', '<SignUpForm email={email}', '<SignUpForm email=""'],
    ['2.64', 'no name', "query.get('name') ?? ''", "''"],
    ['2.71', 'no link', '<Link to={paths.terms}>{texts.terms}</Link>', '{texts.terms}'],
    ['2.71', 'leads to /privacy', 'to={paths.terms}', 'to={paths.privacy}'],
    ['2.72', 'no link', '<Link to={paths.privacy}>{texts.privacy}</Link>', '{texts.privacy}'],
    ['2.72', 'leads to /terms', 'to={paths.privacy}', 'to={paths.terms}'],
  ]),
  ...breaks(`${auth}/sign-in-form.tsx`, [
    [
      '2.63',
      'no initial email at Sign In',
      "SignInValues = { email, password: '' }",
      "SignInValues = { email: '', password: '' }",
    ],
    [
      '2.70',
      'no Google button at Sign In',
      '<GoogleButton label={texts.googleSignIn} action={action} />',
      '',
    ],
  ]),
  ...breaks(`${auth}/sign-up-form.tsx`, [
    [
      '2.63',
      'no initial email at Sign Up',
      'displayName: name, email,',
      "displayName: name, email: '',",
    ],
    ['2.64', 'no initial name', 'displayName: name, email,', "displayName: '', email,"],
    [
      '2.68',
      'the name is required',
      'label={texts.displayName}>',
      'label={texts.displayName} rules={required}>',
    ],
    [
      '2.70',
      'no Google button at Sign Up',
      '<GoogleButton label={texts.googleSignUp} action={action} />',
      '',
    ],
  ]),
  ...breaks(`${auth}/google/google-button.tsx`, [
    ['2.70', 'no label', '{label}\n      </Button>', '</Button>'],
  ]),
  ...breaks('web/src/components/password-field.tsx', [
    ['2.67', 'always hidden', "type={isShown ? 'text' : 'password'}", 'type="password"'],
    ['2.67', 'always shown', "type={isShown ? 'text' : 'password'}", 'type="text"'],
    ['2.67', 'cannot be hidden again', 'setIsShown(!isShown)', 'setIsShown(true)'],
    ['2.67', 'no label', 'aria-label={isShown ? hideLabel : showLabel}', ''],
  ]),
];

const legalPages = [
  ...breaks(`${legal}/legal-document.ts`, [
    ['2.73, 2.74', 'another day', "'October 2, 2025'", "'October 3, 2025'"],
  ]),
  ...breaks(`${legal}/legal-page.tsx`, [
    ['2.73, 2.74', 'no date', '{texts.updated(document.updated)}', ''],
    ['2.73, 2.74', 'no title', '<h1>{document.title}</h1>', '<h1 />'],
    [
      '2.73, 2.74',
      'one section less',
      'document.sections.map(({ title, body }, index)',
      'document.sections.slice(1).map(({ title, body }, index)',
    ],
    ['2.73, 2.74', 'sections without text', '<LegalText key={position} item={item} />', ''],
  ]),
  ...breaks(`${legal}/texts.ts`, [
    ['2.73, 2.74', 'another label of the date', '`Last updated: ${date}`', '`Since ${date}`'],
  ]),
  ...breaks(`${legal}/content/en/terms.ts`, [
    ['2.73', 'another title', "title: 'Terms of Service'", "title: 'Terms'"],
    ['2.73', '11 sections', '...rules(facts)', '...[]'],
    ['2.73', 'no date in the terms', 'updated: lastUpdated', "updated: ''"],
  ]),
  ...breaks(`${legal}/content/en/privacy.ts`, [
    ['2.74', 'another title', "title: 'Privacy Policy'", "title: 'Privacy'"],
    ['2.74', 'sections are missing', '...howWeUseIt(facts)', '...[]'],
    ['2.74', 'no date in the policy', 'updated: lastUpdated', "updated: ''"],
  ]),
];

const frame = [
  ...breaks(`${shell}/header.tsx`, [
    ['2.75', 'no logo', '<Wordmark name={brand} />', ''],
    [
      '2.75',
      'the logo leads to the settings',
      '<Link to={paths.home}',
      '<Link to={paths.settings}',
    ],
    ['2.76', 'no picture', 'user.photoURL === null ?', 'user.photoURL !== undefined ?'],
    ['2.79, 2.80', 'no badge', '<PlanBadge label={plan} isPaid={isPro} />', 'null'],
    ['2.79', 'Free is Pro', 'isPro ? texts.plan.pro : texts.plan.free', 'texts.plan.pro'],
    ['2.80', 'Pro is Free', 'isPro ? texts.plan.pro : texts.plan.free', 'texts.plan.free'],
    ['2.81', 'no icon', '<Avatar icon={<Icon name="user" />} />', ''],
    ['2.81', 'an image without picture', 'user.photoURL === null ?', 'false ?'],
    ['2.82', 'only the display name', 'displayNameOf(user)', "(user.displayName ?? '')"],
    ['2.83', 'the name as it is', 'displayNameOf(user)', "(user.displayName ?? '')"],
  ]),
  ...breaks('web/src/app/texts.ts', [
    ['2.79', 'another label', "free: 'Free Plan'", "free: 'Basic Plan'"],
    ['2.80', 'another label', "pro: 'Pro Plan'", "pro: 'Paid Plan'"],
    ['2.84', 'another label', "dashboard: 'Dashboard'", "dashboard: 'Home'"],
    ['2.85', 'another label', "upgrade: 'Upgrade Account'", "upgrade: 'More'"],
    ['2.86', 'another label', "audit: 'Audit Logs'", "audit: 'Logs'"],
    ['2.87', 'another label', "settings: 'Settings'", "settings: 'Options'"],
    ['2.88', 'another label', "help: 'Help'", "help: 'Support'"],
  ]),
  ...breaks('web/src/lib/texts/texts.ts', [
    [
      '2.82',
      'another name for users without name and email',
      "unnamedUser: 'User'",
      "unnamedUser: 'Guest'",
    ],
  ]),
  ...breaks('web/src/lib/account/display-name.ts', [
    ['2.82', 'no email', "(user.email ?? '').trim() || texts.unnamedUser", 'texts.unnamedUser'],
    ['2.82', "no 'User'", ' || texts.unnamedUser', ''],
    ['2.82', 'always the email', "name !== '' ? name :", 'false ? name :'],
    ['2.83', 'suffixes stay', ".replace(fileSuffix, '')", ''],
    [
      '2.83',
      'only pictures',
      '/\\.(png|jpe?g|gif|webp|svg|bmp|heic|pdf|',
      '/\\.(png|jpe?g|gif|webp|svg|bmp|heic|',
    ],
    ['2.83', 'every part after a dot is stripped', '.replace(fileSuffix,', '.replace(/\\.\\w*$/,'],
  ]),
  ...breaks(`${shell}/navigation.tsx`, [
    [
      '2.84',
      'no Dashboard',
      '{ to: paths.home, label: nav.dashboard, icon: <Icon name="dashboard" /> },',
      '',
    ],
    [
      '2.85',
      'no Upgrade Account',
      '[{ to: paths.subscribe, label: nav.upgrade, icon: <Icon name="crown" />, isOwn }]',
      '[]',
    ],
    [
      '2.86',
      'no Audit Logs',
      '{ to: paths.auditLogs, label: nav.audit, icon: <Icon name="log" /> },',
      '',
    ],
    [
      '2.87',
      'no Settings',
      '{ to: paths.settings, label: nav.settings, icon: <Icon name="gear" /> },',
      '',
    ],
    [
      '2.88',
      'no Help',
      '[{ to: paths.help, label: nav.help, icon: <Icon name="help" />, isOwn: hasPayments }]',
      '[]',
    ],
    ['2.84', 'leads to the settings', 'to: paths.home, label', 'to: paths.settings, label'],
    ['2.85', 'leads to /', 'to: paths.subscribe,', 'to: paths.home,'],
    ['2.86', 'leads to /', 'to: paths.auditLogs,', 'to: paths.home,'],
    ['2.87', 'leads to /', 'to: paths.settings,', 'to: paths.home,'],
    ['2.88', 'leads to /', 'to: paths.help,', 'to: paths.home,'],
    ['2.85', 'Upgrade Account for Pro too', 'hasPayments && !isPro', 'hasPayments'],
    ['2.88', 'Help for Free too', 'const hasHelp = isPro ||', 'const hasHelp = true ||'],
  ]),
  ...breaks(`${shell}/signed-in-frame.tsx`, [
    ['2.84, 2.85, 2.86, 2.87, 2.88', 'no navigation', '<Navigation />', ''],
  ]),
];

const usage = [
  ...breaks(`${dashboard}/texts.ts`, [
    ['2.90', 'another label', "unlimited: 'Unlimited'", "unlimited: 'No limit'"],
  ]),
  ...breaks(`${dashboard}/usage/monthly-limit.ts`, [
    ['2.89', 'a fixed limit', 'record?.monthlyLimit ?? freeSharesPerMonth', 'freeSharesPerMonth'],
    ['2.90, 2.113', 'Pro has a limit', 'isPaid(record?.subscriptionStatus)', 'false'],
    ['2.113', 'the free plan has none', 'isPaid(record?.subscriptionStatus)', 'true'],
  ]),
  ...breaks(`${dashboard}/usage/usage-card.tsx`, [
    ['2.90', 'no infinity', '/ ∞ {usage.unlimited}', '/ {usage.unlimited}'],
    ['2.90', 'no used shares', '{used} <small>', '<small>'],
    ['2.91', 'the bar stays empty', '(used / limit) * 100', '0'],
    [
      '2.91',
      'no bar',
      '<ProgressLine\n        label={usage.title}',
      '<i hidden\n        aria-label={usage.title}',
    ],
    ['2.92', 'no active shares', '<dd>{record?.activeShares ?? counts.active}</dd>', '<dd />'],
    [
      '2.92',
      'active shares of the record only',
      'record?.activeShares ?? counts.active',
      'record?.activeShares ?? 0',
    ],
    [
      '2.92',
      'active shares of the list only',
      'record?.activeShares ?? counts.active',
      'counts.active',
    ],
    ['2.93', 'no expired shares', '<dd>{record?.expiredShares ?? counts.expired}</dd>', '<dd />'],
    [
      '2.93',
      'expired shares of the record only',
      'record?.expiredShares ?? counts.expired',
      'record?.expiredShares ?? 0',
    ],
    [
      '2.93',
      'expired shares of the list only',
      'record?.expiredShares ?? counts.expired',
      'counts.expired',
    ],
  ]),
];

const mainArea = [
  ...breaks(`${dashboard}/dashboard-page.tsx`, [
    ['2.94', 'no name', "user === null ? '' : displayNameOf(user)", "''"],
    [
      '2.94',
      'no message',
      "<h1>{texts.welcome(user === null ? '' : displayNameOf(user))}</h1>",
      '<h1>{texts.title}</h1>',
    ],
    ['2.95', 'no tagline', '<p>{texts.tagline}</p>', ''],
    ['2.96', 'no toggle', '<WakeLockToggle />', ''],
    ['2.97', 'no warning', '<ExtensionWarning />', ''],
    ['2.98, 2.99, 2.100', 'no card', '<InstallCard />', ''],
    ['2.101', 'no card', '<UploadCard onCreated={showCreated} />', ''],
    ['2.110', 'no banner', '<UpgradeBanner />', ''],
    ['2.119', 'the details stay closed', 'onOptions={setShown}', 'onOptions={() => undefined}'],
    [
      '2.120',
      'no details of a created share',
      'else setShown((before) => before ?? first ?? null);',
      '',
    ],
  ]),
  ...breaks(`${dashboard}/texts.ts`, [
    ['2.94', 'another message', '`Welcome, ${name}`', '`Hello, ${name}`'],
    [
      '2.95',
      'nothing about peers',
      "'Share files securely, peer to peer: straight from",
      "'Share files: straight from",
    ],
    ['2.96', 'another label', "'Keep Screen On'", "'Stay on'"],
    [
      '2.97',
      'another label',
      "without extensions.',\n      dismiss: 'Dismiss'",
      "without extensions.',\n      dismiss: 'Hide'",
    ],
    ['2.98', 'another text', "'Keep this tab active'", "'Stay here'"],
    ['2.99', 'another label', "'Install App'", "'Add'"],
    ['2.101', 'another title', "'Share File via WebRTC'", "'Share a file'"],
    ['2.104', 'another label', "'Share Another File'", "'Next'"],
    ['2.106', 'another label', "upgrade: 'Upgrade to Pro'", "upgrade: 'Upgrade'"],
    [
      '2.109',
      'another text',
      "'No file shares yet. Upload your first file to get started!'",
      "'No shares.'",
    ],
    [
      '2.110',
      'another text',
      "banner: { text: 'Upgrade to Pro for unlimited shares'",
      "banner: { text: 'Upgrade'",
    ],
    ['2.111', 'another label', "action: 'Upgrade Now'", "action: 'Upgrade'"],
    [
      '2.105',
      'another label on the card',
      "tryAgain: 'Try Again',\n      upgrade",
      "tryAgain: 'Back',\n      upgrade",
    ],
    [
      '2.105',
      'another label of a transfer',
      "'Share Another File',\n      tryAgain: 'Try Again'",
      "'Share Another File',\n      tryAgain: 'Back'",
    ],
  ]),
  ...breaks(`${dashboard}/device/wake-lock-toggle.tsx`, [
    ['2.96', 'on computers too', 'isMobile() && supportsWakeLock()', 'supportsWakeLock()'],
    ['2.96', 'without the API too', 'isMobile() && supportsWakeLock()', 'isMobile()'],
    ['2.96', 'no label', '<strong>{wakeLock.label}</strong>', ''],
  ]),
  ...breaks(`${dashboard}/device/extension-warning.tsx`, [
    ['2.97', 'amber', 'styles.red', 'styles.amber'],
    ['2.97', 'without an extension too', 'if (!isDetected || isDismissed)', 'if (isDismissed)'],
    ['2.97', 'in a tab too', '!isInstalledApp() || ', ''],
    ['2.97', 'stays after Dismiss', 'if (!isDetected || isDismissed)', 'if (!isDetected)'],
    [
      '2.97',
      'no button',
      '<Button onClick={() => setIsDismissed(true)}>{extension.dismiss}</Button>',
      '',
    ],
  ]),
  ...breaks(`${dashboard}/device/extensions.ts`, [
    ['2.97', 'no extension is detected', 'return isForeign ||', 'return'],
  ]),
  ...breaks(`${dashboard}/device/install-card.tsx`, [
    ['2.98', 'red', 'card.amber', 'card.red'],
    ['2.99', 'no button', 'canInstall ?', 'false ?'],
    ['2.99', 'both buttons look the same', '>{install.install}<', '>{install.how}<'],
    [
      '2.99',
      'the button explains',
      'onClick={() => void runPrompt()}',
      'onClick={() => setIsExplaining(true)}',
    ],
    [
      '2.100',
      'no alert',
      'onClick={() => setIsExplaining(true)}',
      'onClick={() => setIsExplaining(false)}',
    ],
    ['2.100', 'no steps', '<Steps />', ''],
    [
      '2.100',
      'the same steps in every browser',
      'installBrowserOf(currentDevice())',
      "'other' as const",
    ],
  ]),
  ...breaks(`${dashboard}/device/install-steps.ts`, [
    ['2.100', 'Edge has the steps of Chrome', "[/Edg\\//, 'edge'],", ''],
    ['2.100', 'iOS has the steps of macOS', 'if (isIos)', 'if (isIos && false)'],
  ]),
  ...breaks(`${dashboard}/upload/upload-card.tsx`, [
    ['2.101', 'no title', '<Panel title={upload.title}', '<Panel'],
    [
      '2.103',
      'without a file too',
      "form.kind === 'idle' && hasFile && (",
      "form.kind === 'idle' && (",
    ],
    ['2.105', 'no button', '{isRefused && (', '{false && ('],
    ['2.105', 'stays refused', 'onReset={form.reset}', 'onReset={() => undefined}'],
    ['2.106', 'no button', '{isAtLimit && hasPayments && (', '{false && ('],
    ['2.106', 'after every error', '{isAtLimit && hasPayments && (', '{isRefused && ('],
  ]),
  ...breaks(`${dashboard}/sending/live-transfers.tsx`, [
    ['2.104', 'no button', "{snapshot.state === 'completed' && <Button", '{false && <Button'],
    [
      '2.104',
      'before the end too',
      "{snapshot.state === 'completed' && <Button",
      '{true && <Button',
    ],
    ['2.105', 'no button at a transfer', '{canRetry && (', '{false && ('],
    ['2.105', 'while reconnecting too', '{canRetry && (', "{snapshot.state !== 'sending' && ("],
    ['2.105', 'does nothing', 'transfers.retry(shareId)', 'undefined'],
  ]),
  ...breaks(`${dashboard}/recent/recent-shares.tsx`, [
    ['2.108', 'no spinner', '<Spin />', ''],
    [
      '2.108',
      'nothing while loading',
      'if (isLoading) {',
      'if (isLoading) return null;\n  if (isLoading) {',
    ],
    ['2.109', 'an empty list', 'shares.length === 0 ?', 'total < 0 ?'],
    ['2.109', 'no text', 'recent.noMatch : recent.empty', "recent.noMatch : ''"],
  ]),
  ...breaks(`${dashboard}/usage/upgrade-banner.tsx`, [
    ['2.110', 'no text', '<p>{texts.banner.text}</p>', ''],
    ['2.111', 'leads to the settings', 'navigate(paths.subscribe)', 'navigate(paths.settings)'],
    ['2.111', 'no button', '{texts.banner.action}', ''],
    [
      '2.112',
      'for every number of shares',
      'record.sharesUsedThisMonth < upgradeBannerFrom(limit)',
      'false',
    ],
  ]),
  ...breaks('web/src/lib/account/user-api.ts', [
    ['2.112', 'from 9 shares', 'upgradeBannerShare = 0.8', 'upgradeBannerShare = 0.9'],
    ['2.112', 'from 7 shares', 'upgradeBannerShare = 0.8', 'upgradeBannerShare = 0.7'],
  ]),
];

const recentShares = [
  ...breaks(`${dashboard}/recent/row/share-row.tsx`, [
    ['2.114', 'no status', '<StatusText status={status} sentFrom={sentFrom} />', ''],
    ['2.114', 'no days left', '{isActive && <span>{recent.daysLeft(status.daysLeft)}</span>}', ''],
    ['2.114', 'no label', '{recent.status[status.kind]}', ''],
  ]),
  ...breaks(`${dashboard}/recent/row/row-actions.tsx`, [
    ['2.115', 'never', '{canCopy && (', '{false && ('],
    ['2.115', 'after the expiry too', "status.kind !== 'expired'", 'true'],
    ['2.115', 'not for stopped shares', "status.kind !== 'expired'", "status.kind === 'active'"],
    ['2.115', 'copies nothing', 'copyLink(shareId)', 'undefined'],
    ['2.116', 'never', "{status.kind === 'active' && (", '{false && ('],
    ['2.116', 'always', "{status.kind === 'active' && (", '{('],
    ['2.116', 'restarts', 'await stop(shareId)', 'await restart(shareId)'],
    ['2.117', 'never', "{status.kind === 'stopped' && (", '{false && ('],
    ['2.117', 'always', "{status.kind === 'stopped' && (", '{('],
    ['2.117', 'stops', 'restart(shareId)}', 'stop(shareId)}'],
    ['2.118', 'never', "{status.kind === 'expired' && (", '{false && ('],
    ['2.118', 'always', "{status.kind === 'expired' && (", '{('],
    ['2.118', 'does nothing', 'remove(shareId)', 'undefined'],
    ['2.119', 'does nothing', 'onClick={() => onOptions(share)}', 'onClick={() => undefined}'],
  ]),
  ...breaks(`${dashboard}/texts.ts`, [
    ['2.114', 'another label', "status: { active: 'Active'", "status: { active: 'Open'"],
    ['2.115', 'another label', '`Copy link of ${name}`', '`Link of ${name}`'],
    ['2.116', 'another label', '`Stop ${name}`', '`End ${name}`'],
    ['2.117', 'another label', '`Restart ${name}`', '`Begin ${name}`'],
    ['2.118', 'another label', '`Delete ${name}`', '`Forget ${name}`'],
    ['2.119', 'another label', '`Details of ${name}`', '`More of ${name}`'],
  ]),
  ...breaks(`${dashboard}/upload/use-upload-form.ts`, [
    ['2.120', 'a created share is not shown', "onCreated({ shares, shortfall: '' });", ''],
  ]),
];

const modal = [
  ...breaks(`${dashboard}/texts.ts`, [
    ['2.121', 'another title', '`Share File: ${name}`', '`Share: ${name}`'],
    ['2.121', 'no name', '`Share File: ${name}`', "'Share File'"],
    ['2.122', 'another label', "'Shareable link'", "'Address'"],
    ['2.123', 'another label', "password: 'Password',", "password: 'Key',"],
    ['2.124', 'another text', '`Expires in ${plural', '`Ends in ${plural'],
    [
      '2.125',
      'another label',
      "cancel: 'Cancel',\n      copyAndClose",
      "cancel: 'Close',\n      copyAndClose",
    ],
    ['2.126', 'another label', "'Copy & Close'", "'Copy'"],
    ['2.126', 'no filename', '`File: ${lines.filename}`,', ''],
    ['2.126', 'no link', '`Link: ${lines.link}`,', ''],
    ['2.126', 'no password', '`Password: ${lines.password}`,', ''],
    ['2.126', 'no expiry', '`Expires: ${lines.expires}`,', ''],
    ['2.126', 'one line', "].join('\\n')", "].join(' ')"],
  ]),
  ...breaks(`${dashboard}/details/copy-field.tsx`, [
    ['2.122, 2.123', 'not read-only', 'readOnly\n', '\n'],
    ['2.122, 2.123', 'no value', 'value={value}', 'value=""'],
    ['2.122, 2.123', 'copies nothing', 'await onCopy(value)', 'value !== value'],
    [
      '2.122, 2.123',
      'no label of the button',
      'aria-label={copyLabel}\n          title={copyLabel}',
      '',
    ],
  ]),
  ...breaks(`${dashboard}/details/share-details-modal.tsx`, [
    ['2.121', 'no title', '{modal.title(share.filename)}', ''],
    ['2.122', 'no link', 'value={url}', 'value=""'],
    [
      '2.122',
      'copies the password',
      'onCopy={() => copyLink(share.shareId)}',
      "onCopy={() => copyShare('link', share.password)}",
    ],
    ['2.123', 'no password', 'value={share.password}', 'value=""'],
    [
      '2.123',
      'copies the link',
      "onCopy={(value) => copyShare('password', value)}",
      'onCopy={() => copyLink(share.shareId)}',
    ],
    ['2.124', 'always 7 days', 'daysUntil(share.expiresAt, serverNow())', '7'],
    ['2.124', 'no date', '<span>{formatLongDay(share.expiresAt)}</span>', ''],
    [
      '2.124',
      'the date of today',
      '<span>{formatLongDay(share.expiresAt)}</span>',
      '<span>{formatLongDay(Date.now())}</span>',
    ],
    [
      '2.125',
      'stays open',
      '<Button key="cancel" onClick={() => void close()}>',
      '<Button key="cancel">',
    ],
    ['2.125', 'no button', '{modal.cancel}', ''],
    ['2.126', 'stays open', ')) onClose();', ')) return;'],
    [
      '2.126',
      'closes without copying',
      "if (await copyShare('details', shareDetails(share, url))) onClose();",
      'if (url) onClose();',
    ],
    [
      '2.126',
      'the password only',
      "copyShare('details', shareDetails(share, url))",
      "copyShare('details', share.password)",
    ],
  ]),
];

const subscribe = [
  ...breaks(`${billing}/texts.ts`, [
    ['2.128', 'another name', "name: 'Pro',", "name: 'Plus',"],
    ['2.129', 'another name', "name: 'ProForever',", "name: 'Forever',"],
    ['2.131', 'another label', "'Change Plan'", "'Back'"],
    ['2.132', 'another label', "'Back to Dashboard'", "'Back'"],
    ['2.128', 'another price', 'describeDollars(prices.proWeeklyUsd),', "'$6',"],
    ['2.129', 'another price', 'describeDollars(prices.proForeverUsd),', "'$111',"],
    ['2.128', 'a month', "per: '/week'", "per: '/month'"],
    ['2.129', 'a year', "per: 'lifetime'", "per: '/year'"],
  ]),
  ...breaks(`${billing}/plan-card.tsx`, [
    ['2.128, 2.129', 'no price', '<strong>{price(policy)}</strong>', ''],
    ['2.128, 2.129', 'no period', '<span>{per}</span>', ''],
    ['2.128, 2.129', 'no name', '<h2 id={titleId}>{name}</h2>', '<h2 id={titleId} />'],
  ]),
  ...breaks(`${billing}/subscribe-page.tsx`, [
    ['2.128', 'no card of Pro', '{planTypes.map(', '{planTypes.slice(1).map('],
    ['2.129', 'no card of ProForever', '{planTypes.map(', '{planTypes.slice(0, 1).map('],
    ['2.130', 'the cards stay', "{state.kind === 'choosing' ? (", '{true ? ('],
    ['2.130', 'no form', '<PaymentFields state={state} outcome={outcome} />', 'null'],
    [
      '2.131',
      'no button',
      '<Button disabled={isConfirming}',
      '<Button hidden disabled={isConfirming}',
    ],
    ['2.131', 'does nothing', 'onChange={changePlan}', 'onChange={() => undefined}'],
    ['2.132', 'no link', '<BackLink to={paths.home}>{texts.back}</BackLink>', ''],
    [
      '2.132',
      'leads to the settings',
      '<BackLink to={paths.home}>',
      '<BackLink to={paths.settings}>',
    ],
  ]),
  ...breaks(`${billing}/subscribe.state.ts`, [
    [
      '2.130',
      'no payment',
      "return state.kind === 'choosing' ? { kind: 'preparing', plan: event.plan } : state;",
      'return state;',
    ],
    [
      '2.131',
      'no way back',
      "return state.kind === 'paid' || state.kind === 'pending' ? state : choosing;",
      'return state;',
    ],
  ]),
  ...breaks(`${billing}/login-required.tsx`, [
    [
      '2.127',
      'no redirection',
      'void navigate(loginPath({ next: paths.subscribe }), { replace: true })',
      'undefined',
    ],
    ['2.127', 'no toast', "toast({ variant: 'destructive', ...texts.loginRequired });", ''],
  ]),
];

/** The tests of other numbers notice these as well, so each needs a run of its own. */
const wide = [
  ...breaks(`${routes}/routes.tsx`, [
    [
      '2.73',
      'terms shows LandingPage',
      '<Route path={paths.terms} element={<TermsPage />} />',
      '<Route path={paths.terms} element={<LandingPage />} />',
    ],
    [
      '2.74',
      'privacy shows LandingPage',
      '<Route path={paths.privacy} element={<PrivacyPage />} />',
      '<Route path={paths.privacy} element={<LandingPage />} />',
    ],
    [
      '2.22',
      'help shows NotFoundPage',
      '<Route path={paths.help} element={<HelpPage />} />',
      '<Route path={paths.help} element={<NotFoundPage />} />',
    ],
    ['2.1', 'no /login', '<Route path={paths.login} element={<LoginGate />} />', ''],
    [
      '2.6, 2.7, 2.8, 2.9, 2.10, 2.11, 2.12, 2.13, 2.14',
      'no marketing pages',
      '<Route key={key} path={path} element={<MarketingPage key={key} pageKey={key} />} />',
      '<Route key={key} path={path} element={<LandingPage />} />',
    ],
    [
      '2.15',
      '/ shows the not-found page',
      '<LandingPage />\n',
      "pathname === '/' ? <NotFoundPage /> : <LandingPage />\n",
    ],
  ]),
  ...breaks('web/src/components/texts.ts', [
    ['2.27', 'another text', "'Loading...'", "'Please wait'"],
  ]),
  ...breaks(`${marketing}/landing/landing-page.tsx`, [
    ['2.42', 'no prices', '<Pricing plans={plans} />', ''],
  ]),
  ...breaks(`${marketing}/landing/pricing.tsx`, [
    ['2.42', 'one plan less', '{plans.map(', '{plans.slice(1).map('],
  ]),
  ...breaks(`${site}/site-page.tsx`, [
    [
      '2.47',
      'no header',
      '<SiteHeader\n        name={facts.brand.name}\n        hasPrices={facts.hasPayments === true}\n        signIn={signInPath(isEnglishOnly)}\n      />',
      '',
    ],
  ]),
  ...breaks('web/src/app/static-site/static-site.tsx', [
    ['2.51', 'no title', '<title>{meta.title}</title>', ''],
    ['2.51', 'no description', '<meta name="description" content={meta.description} />', ''],
    [
      '2.51',
      'no title for social sharing',
      '<meta property="og:title" content={meta.title} />',
      '',
    ],
    [
      '2.51',
      'no description for social sharing',
      '<meta property="og:description" content={meta.description} />',
      '',
    ],
    ['2.51', 'no picture for social sharing', 'content={`${options.origin}/og.png`}', 'content=""'],
  ]),
  ...breaks(`${site}/page-meta.ts`, [
    ['2.51', 'no title in the app', 'document.title = title;', ''],
    ['2.51', 'no description in the app', "tag?.setAttribute('content', description);", ''],
    ['2.51', 'the title stays', 'document.title = before;', ''],
  ]),
  ...breaks(`${marketing}/page-metas.ts`, [
    ['2.51', 'one title for all', 'title: page.title,', "title: 'Send a file',"],
    ['2.51', 'one description for all', 'description: page.description,', "description: 'Files',"],
  ]),
  ...breaks(`${marketing}/marketing-page.tsx`, [
    [
      '2.53, 2.54, 2.55, 2.56, 2.57, 2.58, 2.59, 2.60',
      'no label in the hero',
      '{hero.action}',
      "{'Start'}",
    ],
    [
      '2.52',
      'no call to action at the end',
      '<Closing {...page.closing} action={page.hero.action} href={signUpPath(true)} />',
      '',
    ],
  ]),
  ...breaks(`${auth}/texts.ts`, [
    ['2.62', 'another label of Sign In', "signInTab: 'Sign In'", "signInTab: 'Enter'"],
    ['2.62', 'another label of Sign Up', "signUpTab: 'Sign Up'", "signUpTab: 'Join'"],
    ['2.66', 'another label', "email: 'Email'", "email: 'Address'"],
    ['2.68', 'the name is not optional', "'Display Name (optional)'", "'Display Name'"],
    ['2.69', 'another label', "'Confirm Password'", "'Once more'"],
  ]),
  ...breaks(`${auth}/login-page.tsx`, [
    [
      '2.62',
      'no Sign In',
      "{\n      key: 'signin',\n      label: texts.signInTab,\n      children: (\n        <SignInForm email={email} onEmail={onEmail} onForgotten={onForgotten} action={action} />\n      ),\n    },",
      '',
    ],
    ['2.65', 'always Sign In', "query.get('tab') === 'signup' ? 'signup' : 'signin'", "'signin'"],
    ['2.65', 'always Sign Up', "query.get('tab') === 'signup' ? 'signup' : 'signin'", "'signup'"],
  ]),
  ...breaks(`${auth}/sign-in-form.tsx`, [
    [
      '2.66',
      'no email at Sign In',
      '<Form.Item name="email" label={texts.email}>',
      '<Form.Item name="email" hidden>',
    ],
    [
      '2.67',
      'no password at Sign In',
      '<Form.Item name="password" label={texts.password}>',
      '<Form.Item name="password" hidden>',
    ],
  ]),
  ...breaks(`${auth}/sign-up-form.tsx`, [
    [
      '2.66',
      'no email at Sign Up',
      '<Form.Item name="email" label={texts.email} rules={required}>',
      '<Form.Item name="email" hidden>',
    ],
    [
      '2.67',
      'no password at Sign Up',
      'name="password" label={texts.password}',
      'name="password" hidden',
    ],
    [
      '2.68',
      'no name',
      '<Form.Item name="displayName" label={texts.displayName}>',
      '<Form.Item name="displayName" hidden>',
    ],
    [
      '2.69',
      'no confirmation',
      'name="confirmPassword" label={texts.confirmPassword}',
      'name="confirmPassword" hidden',
    ],
  ]),
  ...breaks(`${shell}/header.tsx`, [
    ['2.77', 'no name', '{name}\n        </span>', '</span>'],
    ['2.78', 'no button', '<LogoutButton />', ''],
  ]),
  ...breaks('web/src/app/texts.ts', [
    ['2.78', 'another label', "logout: 'Logout'", "logout: 'Sign Out'"],
  ]),
  ...breaks(`${shell}/signed-in-frame.tsx`, [
    ['2.89, 2.90, 2.91, 2.92, 2.93', 'no card', '{pathname === paths.home && <UsageCard />}', ''],
  ]),
  ...breaks(`${dashboard}/texts.ts`, [
    ['2.89', 'another title', "title: 'Usage This Month'", "title: 'Usage'"],
    ['2.89', 'no limit', '`${used} / ${limit}`', '`${used}`'],
    ['2.89', 'no used shares', '`${used} / ${limit}`', '`${limit}`'],
    ['2.100', 'another label', "'How to Install'", "'Instructions'"],
    ['2.102', 'another label', "select: 'Select File'", "select: 'Choose'"],
    ['2.103', 'another label', "'Create Share'", "'Create'"],
    ['2.107', 'another title', "title: 'Recent Shares'", "title: 'Shares'"],
  ]),
  ...breaks(`${dashboard}/usage/usage-card.tsx`, [
    ['2.89', 'a fixed number of used shares', 'record?.sharesUsedThisMonth ?? 0', '0'],
  ]),
  ...breaks(`${dashboard}/share-status.ts`, [
    [
      '2.92',
      'stopped shares count as active',
      "if (!share.isActive) return { kind: 'stopped' };",
      '',
    ],
    [
      '2.93',
      'expired shares count as stopped',
      "return { kind: 'expired' };",
      "return { kind: 'stopped' };",
    ],
  ]),
  ...breaks('web/src/components/progress-line.tsx', [
    ['2.91', 'no role', 'role="progressbar"', ''],
  ]),
  ...breaks(`${dashboard}/dashboard-page.tsx`, [
    [
      '2.107, 2.108, 2.109',
      'no list',
      '<RecentShares onOptions={setShown} onLoaded={update} />',
      '',
    ],
  ]),
  ...breaks(`${dashboard}/device/install-card.tsx`, [
    [
      '2.100',
      'no button',
      '<Button onClick={() => setIsExplaining(true)}>{install.how}</Button>',
      'null',
    ],
  ]),
  ...breaks(`${dashboard}/upload/upload-card.tsx`, [
    ['2.102', 'no button', '{!isRefused && (', '{false && ('],
    ['2.103', 'no button', "form.kind === 'idle' && hasFile && (", 'false && ('],
    ['2.105', 'at rest too', '{isRefused && (', '{('],
  ]),
  ...breaks(`${dashboard}/recent/recent-shares.tsx`, [
    ['2.107', 'no title', 'title={recent.title}', ''],
    ['2.107', 'no rows', 'shares.slice(0, count).map', 'shares.slice(0, 0).map'],
  ]),
  ...breaks('web/src/lib/account/user-api.ts', [
    [
      '2.113',
      'for ProForever too',
      "status === 'active' || status === 'proforever'",
      "status === 'active'",
    ],
    [
      '2.85, 2.88, 2.80',
      'ProForever counts as Free',
      "status === 'active' || status === 'proforever'",
      "status === 'active'",
    ],
  ]),
];

export default [
  ...apart([
    ...routeTable,
    ...landing,
    ...marketingPages,
    ...login,
    ...legalPages,
    ...frame,
    ...usage,
    ...mainArea,
    ...recentShares,
    ...modal,
    ...subscribe,
  ]),
  ...wide,
];
