export { fieldsOf, type Unchecked } from '../transfer/pure.js';

export const textOr = (value: unknown, fallback = ''): string =>
  typeof value === 'string' ? value : fallback;
