import { invalid, unknownUrl } from './api/faults.mjs';

/** @typedef {import('./stand-in.mjs').StandIn} StandIn */
/** @typedef {Record<string, unknown>} Body */

/** @param {Body} body @param {string} name */
const text = (body, name) => {
  const value = body[name];
  if (typeof value !== 'string') throw invalid(`Missing: ${name}`, name);
  return value;
};

/** @param {Body} body @param {string} name @param {number} max */
const number = (body, name, max) => {
  const value = body[name];
  if (typeof value !== 'number' || !(value >= 0 && value <= max))
    throw invalid(`Bad: ${name}`, name);
  return value;
};

/** @param {Body} body @param {string} name @param {number} max */
const optional = (body, name, max) =>
  body[name] === undefined ? {} : { [name]: number(body, name, max) };

const MAX_ADVANCE_SECONDS = 400 * 86_400;
const MAX_DELAY_MS = 600_000;

/** @type {[RegExp, (standIn: StandIn, body: Body, id: string) => unknown][]} */
const commands = [
  [
    /^\/_control\/clock$/,
    ({ control, state }, body) => {
      control.advance(number(body, 'advanceSeconds', MAX_ADVANCE_SECONDS));
      return { now: state.now() };
    },
  ],
  [
    /^\/_control\/webhooks$/,
    ({ webhooks }, body) => {
      webhooks.setFaults({
        ...optional(body, 'dropRate', 1),
        ...optional(body, 'duplicateRate', 1),
        ...optional(body, 'delayMs', MAX_DELAY_MS),
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
  [/^\/_control\/disputes$/, ({ control }, body) => control.dispute(text(body, 'charge'))],
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

/** @param {string} text_ @returns {Body} */
const parseBody = (text_) => {
  try {
    const value = JSON.parse(text_ || '{}');
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // answered below
  }
  throw invalid('The body must be a JSON object.');
};

/**
 * What no provider would let anybody do: for tests and developers.
 * @param {StandIn} standIn
 * @param {import('./resources.js').HttpRequest} request
 */
export const runCommand = (standIn, { method, url, body }) => {
  for (const [path, run] of commands) {
    const match = path.exec(url);
    if (match && method === 'POST') return run(standIn, parseBody(body), match[1] ?? '');
  }
  throw unknownUrl(method, url);
};
