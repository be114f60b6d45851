import type { Breakage } from '../breakage.mjs';

interface Batch {
  breakages: Breakage[];
  paths: ReadonlySet<string>;
  places: Set<string>;
}

/** Groups breakages that can share a run: apart, in the same test files, without a common test. */
export const batchesOf = (
  breakages: readonly Breakage[],
  testsOf: (breakage: Breakage) => readonly { path: string; line: number }[],
): Breakage[][] => {
  const batches: Batch[] = [];
  for (const breakage of breakages) {
    const paths = new Set(testsOf(breakage).map(({ path }) => path));
    const places = testsOf(breakage).map(({ path, line }) => `${path}:${line}`);
    const batch = batches.find(
      (other) =>
        breakage.isApart &&
        other.breakages.every(({ isApart }) => isApart) &&
        [...paths].every((path) => other.paths.has(path)) &&
        !places.some((place) => other.places.has(place)),
    );
    if (batch) {
      batch.breakages.push(breakage);
      for (const place of places) batch.places.add(place);
    } else batches.push({ breakages: [breakage], paths, places: new Set(places) });
  }
  return batches.map((batch) => batch.breakages);
};
