/**
 * Notices that a file was written to since it was chosen. Chromium and Safari refuse to read such a file; Firefox reads
 * its new bytes, so that a recipient would get parts of two versions. A sample finds a file that was saved anew, but not
 * every change of a few bytes.
 */
const samples = 64;
const sampleBytes = 1024;

/** Evenly spread, with the first and the last bytes of the file. */
const sampleStarts = (totalBytes: number): readonly number[] => {
  const last = totalBytes - sampleBytes;
  return Array.from({ length: samples }, (_, index) => Math.floor((index * last) / (samples - 1)));
};

const concatBytes = (parts: readonly ArrayBuffer[]): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(parts.reduce((total, { byteLength }) => total + byteLength, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part), end);
    end += part.byteLength;
  }
  return bytes;
};

/** The sample's bytes; a small file is its own sample. Rejects when the file cannot be read. */
export const sampleOf = async (file: File): Promise<Uint8Array<ArrayBuffer>> => {
  const slices =
    file.size <= samples * sampleBytes
      ? [file.slice(0, file.size)]
      : sampleStarts(file.size).map((start) => file.slice(start, start + sampleBytes));
  const parts = await Promise.all(slices.map((slice) => slice.arrayBuffer()));
  return concatBytes(parts);
};

type Sampling = Promise<Uint8Array<ArrayBuffer>>;

const firstSamples = new WeakMap<File, Sampling>();

const keep = (file: File, sample: Sampling): Sampling => {
  firstSamples.set(file, sample);
  sample.catch(() => firstSamples.delete(file));
  return sample;
};

/**
 * The sample as it was when the page first asked for it, which it does when the file is chosen: in Firefox a `File` keeps
 * the size that it had then, so that a longer version would be sent cut short. Rejects as `sampleOf` does.
 */
export const firstSampleOf = (file: File): Sampling =>
  firstSamples.get(file) ?? keep(file, sampleOf(file));

/** For a `File` that is made of another one: it is to have the content that the other was chosen with. */
export const inheritFirstSample = (from: File, to: File): void =>
  void keep(to, firstSampleOf(from));
