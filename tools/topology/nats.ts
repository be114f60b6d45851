import { deadLetters, services, type Service } from './services.js';

/** What a user of the broker may publish and subscribe to; the administrator has no limits. */
export interface NatsUser {
  name: string;
  permissions?: { publish: readonly string[]; subscribe: readonly string[] };
}

/** Declares streams and consumers and republishes dead letters. */
export const natsAdministrator = 'jetstream';

const streamOf = (source: string) => source.toUpperCase();

/** Reading settings, but not creating or changing them: a stream or consumer can copy events to any subject. */
const readStreams = ({ name, publishes, consumes, observes }: Service): string[] => {
  const observed = observes
    .map((subject) => subject.split('.')[0] ?? '')
    // Hints have no stream.
    .filter((source) => services.some((each) => each.name === source && each.publishes));
  const sources = [
    ...(publishes ? [name] : []),
    ...consumes,
    ...observed,
    ...(consumes.length > 0 ? [deadLetters] : []),
  ];
  return [...new Set(sources)].map((source) => `$JS.API.STREAM.INFO.${streamOf(source)}`);
};

const readEvents = ({ name, consumes }: Service): string[] =>
  consumes.flatMap((source) => {
    const consumer = `${streamOf(source)}.${name}`;
    return [
      `$JS.API.CONSUMER.INFO.${consumer}`,
      `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
      `$JS.ACK.${consumer}.>`,
    ];
  });

/** Only subscribes: it neither calls the API of JetStream nor receives replies. */
const isObserver = ({ publishes, consumes, exchanges, hints }: Service): boolean =>
  !publishes && consumes.length === 0 && exchanges.length === 0 && hints.length === 0;

const permissionsOfPublisher = (service: Service) => ({
  publish: [
    ...(service.publishes ? [`${service.name}.>`] : []),
    ...service.hints,
    ...(service.consumes.length > 0 ? [`${deadLetters}.${service.name}.>`] : []),
    ...service.exchanges,
    '$JS.API.INFO',
    ...readStreams(service),
    ...readEvents(service),
  ],
  subscribe: [
    // Replies; each user has a prefix of its own, so that it cannot read those to others.
    `_INBOX.${service.name}.>`,
    ...service.exchanges,
    ...service.observes,
  ],
});

const permissionsOf = (service: Service): NonNullable<NatsUser['permissions']> =>
  isObserver(service)
    ? { publish: [], subscribe: service.observes }
    : permissionsOfPublisher(service);

/** The users of the broker: one for each service that uses it, and the administrator. */
export const natsUsers: readonly NatsUser[] = [
  { name: natsAdministrator },
  ...services
    .filter(({ needs }) => needs.includes('nats'))
    .map((service) => ({ name: service.name, permissions: permissionsOf(service) })),
];

const list = (subjects: readonly string[]) =>
  `[\n${subjects.map((subject) => `          "${subject}"`).join('\n')}\n        ]`;

/** An empty list would permit every subject. */
const rule = (subjects: readonly string[]) =>
  subjects.length > 0 ? list(subjects) : '{ deny: ">" }';

/** The `authorization` block of nats-server. `passwordOf` returns a literal or the name of a variable with a `$`. */
export const renderNatsAuthorization = (passwordOf: (user: string) => string): string => {
  const users = natsUsers.map(({ name, permissions }) =>
    [
      '    {',
      `      user: "${name}"`,
      `      password: ${passwordOf(name)}`,
      ...(permissions
        ? [
            '      permissions: {',
            `        publish: ${rule(permissions.publish)}`,
            `        subscribe: ${rule(permissions.subscribe)}`,
            '      }',
          ]
        : []),
      '    }',
    ].join('\n'),
  );
  return ['authorization {', '  users: [', ...users, '  ]', '}'].join('\n');
};

/** Variable with the password of a user, in compose. */
export const natsPasswordVariable = (user: string): string => `NATS_PASSWORD_${user.toUpperCase()}`;
