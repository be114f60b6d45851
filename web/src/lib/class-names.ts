/** Joins class names; leaves out those whose condition is false and those a caller did not pass. */
export const classNames = (...names: readonly (string | false | undefined)[]): string =>
  names.filter((name) => name !== undefined && name !== false && name !== '').join(' ');
