import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '../bootstrap/exec.mjs';

const need = z.enum([
  'mongo',
  'nats',
  'firebaseAdmin',
  'firebaseWeb',
  'assertionKeys',
  'assertionPublicKeys',
  'grantKeys',
  'grantPublicKeys',
  'passwordKeys',
  'auditKeys',
  'turn',
  'payments',
  'paymentsPublic',
  'push',
  'pushPublic',
  'publicUrl',
  'product',
]);

const kind = z.enum(['rpc', 'ws', 'http', 'static']);

const kindFacts = z.strictObject({
  port: z.int(),
  portName: z.string(),
  /** The variable that tells a process its port; nginx has none. */
  portVariable: z.string().optional(),
  appProtocol: z.string(),
  /** Public path; rpc services have none. */
  path: z.string().optional(),
  probes: z.strictObject({
    port: z.int(),
    portName: z.string(),
    portVariable: z.string().optional(),
    ready: z.string(),
    live: z.string(),
  }),
});

const service = z.strictObject({
  kind,
  folder: z.string(),
  address: z
    .string()
    .regex(/^[A-Z_]+_ADDR$/)
    .optional(),
  needs: z.array(need).default([]),
  calls: z.array(z.string()).default([]),
  external: z.array(z.literal('https')).default([]),
  publishes: z.boolean().default(false),
  consumes: z.array(z.string()).default([]),
  observes: z.array(z.string()).default([]),
  hints: z.array(z.string()).default([]),
  asks: z.array(z.string()).default([]),
  confirms: z.array(z.string()).default([]),
  exchanges: z.array(z.string()).default([]),
});

const schema = z
  .strictObject({
    kinds: z.record(kind, kindFacts),
    services: z.record(z.string(), service),
    deadLetterStream: z.string(),
  })
  .superRefine(({ services }, context) => {
    const asked = new Set(Object.values(services).flatMap(({ asks }) => asks));
    for (const [name, own] of Object.entries(services)) {
      const { kind: ownKind, address, calls, consumes, observes, hints, asks, confirms } = own;
      const fault = (message: string) => {
        context.addIssue({ code: 'custom', path: ['services', name], message });
      };
      if ((ownKind === 'rpc') !== (address !== undefined))
        fault('rpc services have an address, others none');
      for (const callee of calls) {
        if (services[callee]?.kind !== 'rpc') fault(`calls ${callee}, which is not an rpc service`);
      }
      for (const source of consumes) {
        if (!services[source]?.publishes) fault(`consumes ${source}, which publishes nothing`);
      }
      for (const subject of [...hints, ...asks]) {
        if (!subject.startsWith(`${name}.`)) fault(`${subject} does not begin with its name`);
      }
      for (const subject of confirms) {
        if (!asked.has(subject)) fault(`confirms ${subject}, which no service asks`);
      }
      for (const subject of observes) {
        const source = subject.split('.')[0] ?? '';
        const publisher = services[source];
        if (!publisher?.publishes && !publisher?.hints.includes(subject))
          fault(`observes ${subject}, which nothing publishes`);
      }
    }
  });

export type Need = z.infer<typeof need>;
/** A service with the defaults of its kind. */
export type Service = z.infer<typeof service> & z.infer<typeof kindFacts> & { name: string };

/** Validates the text of deploy/services.yaml. Throws an error that lists every fault. */
export const parseServices = (text: string) => {
  const { kinds, services, deadLetterStream } = schema.parse(parse(text));
  return {
    services: Object.entries(services).map(([name, own]): Service => ({
      ...kinds[own.kind],
      ...own,
      name,
    })),
    deadLetterStream,
  };
};

export const servicesFile = 'deploy/services.yaml';

const { services: all, deadLetterStream } = parseServices(
  readFileSync(join(root, servicesFile), 'utf8'),
);

/** In the order of the file: callees before callers. */
export const services: readonly Service[] = all;

/** Stream of the events that consumers gave up on. */
export const deadLetters = deadLetterStream;

/** JetStream streams and durable consumers, as the chart declares them. */
export const jetstream = {
  streams: [
    ...services.filter(({ publishes }) => publishes).map(({ name }) => name),
    deadLetterStream,
  ],
  consumers: services.flatMap(({ name, consumes }) =>
    consumes.map((source) => ({ source, durable: name })),
  ),
};

/** The manifest of services/_kit/src/bus/declare.ts. */
export const streamManifest = {
  streams: jetstream.streams.map((source) => ({ source })),
  consumers: jetstream.consumers,
};

/** Two, so that development, tests and the one-box deployment exercise the path between two pods. */
const signallingProcesses = 2;

/** Names of the processes of a service outside a cluster. */
export const processNames = ({ name, kind }: Service): string[] =>
  kind === 'ws'
    ? Array.from({ length: signallingProcesses }, (_, index) => `${name}-${index + 1}`)
    : [name];
