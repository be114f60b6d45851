/** A response whose fields are unchecked; a server of another version may omit some. */
export type Unchecked<Answer> = { readonly [Field in keyof Answer]?: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * The fields of a JSON object; none of any other value. A copy of the engine's function, because the engine's entry
 * point would add 3 KB to every page.
 */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

export const textOr = (value: unknown, fallback = ''): string =>
  typeof value === 'string' ? value : fallback;
