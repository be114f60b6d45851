import { invalid, missingParam, unknownParam } from './faults.mjs';

/**
 * What an endpoint takes. Anything else is refused loudly, so that nothing works here by being ignored
 * and fails at the real provider.
 * @typedef {(value: import('./form.mjs').Node, param: string) => unknown} Check
 * @typedef {{[name: string]: Check | {required: Check}}} Shape
 */

/** @type {Check} */
export const string = (value, param) => {
  if (typeof value !== 'string') throw invalid('Invalid string', param);
  return value;
};

/** @param {number} min @param {number} max @returns {Check} */
export const integer = (min, max) => (value, param) => {
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) {
    throw invalid(`Invalid integer: ${String(value)}`, param, 'parameter_invalid_integer');
  }
  const number = Number(value);
  if (number < min || number > max) throw invalid('Invalid integer', param);
  return number;
};

/** @type {Check} */
export const boolean = (value, param) => {
  if (value !== 'true' && value !== 'false') throw invalid('Invalid boolean', param);
  return value === 'true';
};

/** @param {...string} allowed @returns {Check} */
export const oneOf =
  (...allowed) =>
  (value, param) => {
    if (typeof value !== 'string' || !allowed.includes(value)) {
      throw invalid(`Invalid ${param}: must be one of ${allowed.join(', ')}`, param);
    }
    return value;
  };

/** @type {Check} */
export const metadata = (value, param) => {
  if (typeof value === 'string' || Array.isArray(value)) throw invalid('Invalid object', param);
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => [key, string(text, `${param}[${key}]`)]),
  );
};

/** @param {Check} each @param {number} max @returns {Check} */
export const list = (each, max) => (value, param) => {
  if (!Array.isArray(value) || value.length > max) throw invalid('Invalid array', param);
  return value.map((item, index) => each(item, `${param}[${index}]`));
};

/** @param {Check} check */
export const required = (check) => ({ required: check });

/**
 * @param {Shape} shape
 * @param {Record<string, import('./form.mjs').Node>} values
 * @param {string} [prefix]
 * @returns {Record<string, unknown>}
 */
const checkFields = (shape, values, prefix) => {
  const nameOf = (/** @type {string} */ name) => (prefix ? `${prefix}[${name}]` : name);
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(shape, name)) throw unknownParam(nameOf(name));
  }
  /** @type {Record<string, unknown>} */
  const checked = {};
  for (const [name, rule] of Object.entries(shape)) {
    const value = values[name];
    const isRequired = typeof rule !== 'function';
    if (value === undefined) {
      if (isRequired) throw missingParam(nameOf(name));
      continue;
    }
    checked[name] = (isRequired ? rule.required : rule)(value, nameOf(name));
  }
  return checked;
};

/** @param {Shape} shape @returns {Check} */
export const object = (shape) => (value, param) => {
  if (typeof value === 'string' || Array.isArray(value)) throw invalid('Invalid object', param);
  return checkFields(shape, value, param);
};

/**
 * @param {Shape} shape
 * @param {Record<string, import('./form.mjs').Node>} values
 * @returns {import('../resources.js').Params}
 */
export const checkParams = (shape, values) => checkFields(shape, values);
