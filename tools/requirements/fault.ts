import type { Breakage } from './breakage.mjs';

/** The reason why a breakage cannot be run, if any. */
export const faultOf = (
  { numbers, what, file, find, replace }: Breakage,
  source: string | undefined,
  requirements: ReadonlySet<string>,
): string | undefined => {
  const unknown = numbers.filter((number) => !requirements.has(number));
  const name = `breakage “${what}” of ${numbers.join(', ')}`;
  if (unknown.length > 0) return `${name}: no requirement ${unknown.join(', ')}`;
  if (source === undefined) return `${name}: no file ${file}`;
  const count = source.split(find).length - 1;
  if (count !== 1) return `${name}: ${file} has its text ${count} times`;
  return find === replace ? `${name}: changes nothing` : undefined;
};
