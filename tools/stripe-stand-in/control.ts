import { invalid, unknownUrl } from './api/faults.js';
import type { HttpRequest } from './resources.js';
import type { StandIn } from './stand-in.js';

type Body = Readonly<Record<string, unknown>>;

const text = (body: Body, name: string): string => {
  const value = body[name];
  if (typeof value !== 'string') throw invalid(`Missing: ${name}`, name);
  return value;
};

const number = (body: Body, name: string, max: number): number => {
  const value = body[name];
  if (typeof value !== 'number' || !(value >= 0 && value <= max)) {
    throw invalid(`Invalid: ${name}`, name);
  }
  return value;
};

const optional = (body: Body, name: string, max: number): Record<string, number> =>
  body[name] === undefined ? {} : { [name]: number(body, name, max) };

const maxAdvanceSeconds = 400 * 86_400;
const maxDelayMs = 600_000;

const disputeCases = ['chargeback', 'inquiry', 'resolution', 'block'] as const;

const disputeCase = ({ kind = 'chargeback' }: Body) => {
  const found = disputeCases.find((one) => one === kind);
  if (found === undefined) throw invalid('Invalid: kind', 'kind');
  return found;
};

type Command = (standIn: StandIn, body: Body, id: string) => unknown;

const commands: readonly [RegExp, Command][] = [
  [
    /^\/_control\/clock$/,
    ({ control, state }, body) => {
      control.advance(number(body, 'advanceSeconds', maxAdvanceSeconds));
      return { now: state.now() };
    },
  ],
  [
    /^\/_control\/webhooks$/,
    ({ webhooks }, body) => {
      webhooks.setFaults({
        ...optional(body, 'dropRate', 1),
        ...optional(body, 'duplicateRate', 1),
        ...optional(body, 'delayMs', maxDelayMs),
        isHeld: body['isHeld'] === true,
      });
      return { done: true };
    },
  ],
  [
    /^\/_control\/webhooks\/release$/,
    ({ webhooks }) => {
      webhooks.release();
      return { done: true };
    },
  ],
  [
    /^\/_control\/payment_intents\/(\w+)\/authenticate$/,
    ({ control }, body, id) => ({
      status: control.authenticate(id, text(body, 'outcome') === 'succeeded').status,
    }),
  ],
  [
    /^\/_control\/payment_intents\/(\w+)\/settle$/,
    ({ control }, body, id) => {
      control.settleDebit(id, text(body, 'outcome') === 'succeeded');
      return { done: true };
    },
  ],
  [
    /^\/_control\/disputes$/,
    ({ control }, body) => control.dispute(text(body, 'charge'), disputeCase(body)),
  ],
  [/^\/_control\/refunds\/(\w+)\/fail$/, ({ control }, _body, id) => control.failRefund(id)],
  [
    /^\/_control\/disputes\/(\w+)$/,
    ({ control }, body, id) =>
      control.closeDispute(id, text(body, 'outcome') === 'won' ? 'won' : 'lost'),
  ],
  [
    /^\/_control\/customers\/(\w+)\/card$/,
    ({ control }, body, id) => {
      control.saveCard(id, text(body, 'number'));
      return { done: true };
    },
  ],
];

const parseBody = (json: string): Body => {
  try {
    const value: unknown = JSON.parse(json || '{}');
    if (typeof value === 'object' && value !== null) return value as Body;
  } catch {
    // Rejected below.
  }
  throw invalid('The body must be a JSON object.');
};

/** Commands that Stripe does not have, for tests and developers. */
export const runCommand = (standIn: StandIn, { method, url, body }: HttpRequest): unknown => {
  for (const [path, run] of commands) {
    const match = path.exec(url);
    if (match && method === 'POST') return run(standIn, parseBody(body), match[1] ?? '');
  }
  throw unknownUrl(method, url);
};
