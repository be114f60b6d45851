/**
 * Notices that a file inside an archive was written to after the archive was made. Chromium and Safari refuse to read
 * such a file; Firefox reads its new bytes, which no longer have the checksum in the archive. The sample finds a file
 * that was saved anew, but not every change of a few bytes.
 */

import crc32 from 'crc-32';

const sampleBytes = 1024;

interface Range {
  start: number;
  end: number;
}

/** The first, the middle and the last bytes; all of a small file. */
const rangesOf = (bytes: number): readonly Range[] => {
  if (bytes <= 3 * sampleBytes) return [{ start: 0, end: bytes }];
  const last = bytes - sampleBytes;
  return [0, Math.floor(last / 2), last].map((start) => ({ start, end: start + sampleBytes }));
};

/** One checksum for each range. */
export type PartSample = readonly number[];

/** Takes the sample of a file while it is read from the start. */
export const createSampler = (fileBytes: number) => {
  const ranges = rangesOf(fileBytes);
  const sums = ranges.map(() => 0);
  let at = 0;
  return {
    add: (bytes: Uint8Array): void => {
      for (const [index, { start, end }] of ranges.entries()) {
        const from = Math.max(0, start - at);
        const to = Math.min(bytes.length, end - at);
        if (from < to) sums[index] = crc32.buf(bytes.subarray(from, to), sums[index]);
      }
      at += bytes.length;
    },
    sample: (): PartSample => sums,
  };
};

/** False also for a file that cannot be read. */
export const hasSample = async (file: File, sample: PartSample): Promise<boolean> => {
  try {
    for (const [index, { start, end }] of rangesOf(file.size).entries()) {
      const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());
      if (bytes.length !== end - start || crc32.buf(bytes) !== sample[index]) return false;
    }
    return true;
  } catch {
    return false;
  }
};
