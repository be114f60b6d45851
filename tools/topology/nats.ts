import { deadLetters, services, type Service } from './services.js';

/** What a user of the broker may publish and subscribe to; the administrator has no limits. */
export interface NatsUser {
  name: string;
  permissions?: {
    publish: readonly string[];
    subscribe: readonly string[];
    /** Whether it may reply, once, to what it receives. */
    canReply?: boolean;
  };
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

/** Each user has a prefix of its own, so that it cannot read replies to others. */
const repliesTo = ({ name }: Service) => `_INBOX.${name}.>`;

/** Only subscribes and asks: it does not call the API of JetStream. */
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
  subscribe: [repliesTo(service), ...service.exchanges, ...service.observes],
});

const permissionsOf = (service: Service): NonNullable<NatsUser['permissions']> => {
  if (!isObserver(service)) {
    const { publish, subscribe } = permissionsOfPublisher(service);
    const canReply = service.confirms.length > 0;
    return {
      publish: [...publish, ...service.asks],
      subscribe: [...subscribe, ...service.confirms],
      ...(canReply && { canReply }),
    };
  }
  const replies = service.asks.length > 0 ? [repliesTo(service)] : [];
  return { publish: service.asks, subscribe: [...replies, ...service.observes] };
};

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
            ...(permissions.canReply ? [`        allow_responses: { max: 1, expires: "5s" }`] : []),
            '      }',
          ]
        : []),
      '    }',
    ].join('\n'),
  );
  return ['authorization {', '  users: [', ...users, '  ]', '}'].join('\n');
};

/** Variable with the password of a user, in compose. */
export const natsPasswordVariable = (user: string): string =>
  `NATS_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}`;
