import type { FormNode, Customer, Row } from '../resources.js';
import type { State } from '../state.js';
import { noSuch } from './faults.js';
import { checkParams, integer, list, string, type ParamsOf, type Shape } from './params.js';

export interface Call<Params> {
  state: State;
  params: Params;
  /** From the path; empty if the path has none. */
  id: string;
  /** Whether the caller has the publishable key only. */
  isPublic: boolean;
}

/** An array becomes a list object. */
type Result = Row | Row[] | { id: string; object: string; deleted: true };

interface Page {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  expand?: string[];
}

interface Definition<S extends Shape> {
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  shape: S;
  /** Browsers may call it with the publishable key and the client secret. */
  isPublic?: boolean;
}

export interface Endpoint {
  method: string;
  path: RegExp;
  isPublic: boolean;
  /** Validates the parameters, then runs the request. */
  call: (
    values: Record<string, FormNode>,
    context: Omit<Call<unknown>, 'params'>,
  ) => { params: Page; run: () => Result };
}

export const endpoint = <S extends Shape>(
  { method, path, shape, isPublic = false }: Definition<S>,
  run: (call: Call<ParamsOf<S>>) => Result,
): Endpoint => ({
  method,
  path,
  isPublic,
  call: (values, context) => {
    const params = checkParams(shape, values);
    return { params: params, run: () => run({ ...context, params }) };
  },
});

export const maxAmount = 99_999_999;
export const expand = list(string, 20);
export const page = {
  limit: integer(1, 100),
  starting_after: string,
  ending_before: string,
  expand,
};

/** Matches rows with the wanted values; an undefined value matches any. */
export const where =
  (wanted: Record<string, unknown>) =>
  (row: object): boolean =>
    Object.entries(wanted).every(
      ([name, value]) => value === undefined || (row as Record<string, unknown>)[name] === value,
    );

export const existingCustomer = (state: State, id: string): Customer => {
  const customer = state.get('customers', id);
  if (customer.deleted) throw noSuch('customer', id);
  return customer;
};

/** A list of an unknown customer is refused; that of a deleted one is its history. */
export const requireKnown = (state: State, customer: string | undefined): void => {
  if (customer !== undefined) state.get('customers', customer);
};
