import { manifestSchema } from '../verify-site/site.js';

/** Paths of the files that differ between two manifests or are in one of them only. */
export const compareManifests = (first: string, second: string): string[] => {
  const [one, other] = [first, second].map((text) => manifestSchema.parse(JSON.parse(text)).files);
  const paths = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]);
  return [...paths].filter((path) => one?.[path] !== other?.[path]).sort();
};
