/** `00:01:02.500` */
const time = (ms: number): string => new Date(Math.round(ms)).toISOString().slice(11, 23);

/** WebVTT with one cue per scene; `cutsMs` are where the scenes begin, and where the last one ends. */
export const captionsOf = (texts: readonly string[], cutsMs: readonly number[]): string => {
  const cues = texts.map((text, index) => {
    const [from = 0, to = from] = cutsMs.slice(index, index + 2);
    return `${time(from)} --> ${time(to)}\n${text}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
};
