import type { FormNode } from '../resources.js';
import { invalid, missingParam, unknownParam } from './faults.js';

/*
 * The parameters of an endpoint. Unknown parameters are rejected: ignoring them would hide a request that
 * fails at Stripe.
 */

type Check<Value> = (value: FormNode, param: string) => Value;

interface Required<Value> {
  required: Check<Value>;
}

export type Shape = Readonly<Record<string, Check<unknown> | Required<unknown>>>;

type RequiredName<S extends Shape> = {
  [Name in keyof S]: S[Name] extends Required<unknown> ? Name : never;
}[keyof S];

type ValueOf<Rule> =
  Rule extends Required<infer Value> ? Value : Rule extends Check<infer Value> ? Value : never;

/** The values that a shape accepts. */
export type ParamsOf<S extends Shape> = {
  [Name in RequiredName<S>]: ValueOf<S[Name]>;
} & {
  [Name in Exclude<keyof S, RequiredName<S>>]?: ValueOf<S[Name]>;
};

export const string: Check<string> = (value, param) => {
  if (typeof value !== 'string') throw invalid('Invalid string', param);
  return value;
};

export const integer =
  (min: number, max: number): Check<number> =>
  (value, param) => {
    if (typeof value !== 'string' || !/^-?\d+$/.test(value)) {
      const shown = typeof value === 'string' ? value : JSON.stringify(value);
      throw invalid(`Invalid integer: ${shown}`, param, 'parameter_invalid_integer');
    }
    const number = Number(value);
    if (number < min || number > max) throw invalid('Invalid integer', param);
    return number;
  };

export const boolean: Check<boolean> = (value, param) => {
  if (value !== 'true' && value !== 'false') throw invalid('Invalid boolean', param);
  return value === 'true';
};

export const oneOf =
  <const Allowed extends string>(...allowed: Allowed[]): Check<Allowed> =>
  (value, param) => {
    const found = allowed.find((each) => each === value);
    if (found === undefined) {
      throw invalid(`Invalid ${param}: must be one of ${allowed.join(', ')}`, param);
    }
    return found;
  };

export const metadata: Check<Record<string, string>> = (value, param) => {
  if (typeof value === 'string' || Array.isArray(value)) throw invalid('Invalid object', param);
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => [key, string(text, `${param}[${key}]`)]),
  );
};

export const list =
  <Item>(item: Check<Item>, max: number): Check<Item[]> =>
  (value, param) => {
    if (!Array.isArray(value) || value.length > max) throw invalid('Invalid array', param);
    return value.map((each, index) => item(each, `${param}[${index}]`));
  };

export const required = <Value>(check: Check<Value>): Required<Value> => ({ required: check });

const checkFields = <S extends Shape>(
  shape: S,
  values: Record<string, FormNode>,
  prefix?: string,
): ParamsOf<S> => {
  const nameOf = (name: string) => (prefix ? `${prefix}[${name}]` : name);
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(shape, name)) throw unknownParam(nameOf(name));
  }
  const checked: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(shape)) {
    const value = values[name];
    const isRequired = typeof rule !== 'function';
    if (value === undefined) {
      if (isRequired) throw missingParam(nameOf(name));
      continue;
    }
    checked[name] = (isRequired ? rule.required : rule)(value, nameOf(name));
  }
  return checked as ParamsOf<S>;
};

export const object =
  <S extends Shape>(shape: S): Check<ParamsOf<S>> =>
  (value, param) => {
    if (typeof value === 'string' || Array.isArray(value)) throw invalid('Invalid object', param);
    return checkFields(shape, value, param);
  };

export const checkParams = <S extends Shape>(
  shape: S,
  values: Record<string, FormNode>,
): ParamsOf<S> => checkFields(shape, values);
