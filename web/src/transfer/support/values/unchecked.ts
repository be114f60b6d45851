/** Reading values that a peer, a server or another tab has sent. */

/** The fields of a contract before their values are checked. */
export type Unchecked<Contract> = { readonly [Key in keyof Contract]?: unknown };

export type Fields = Record<string, unknown>;

/** The fields of an object; none of any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** @param max length in UTF-16 code units */
export const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max;
