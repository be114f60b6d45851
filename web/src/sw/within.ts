/** The result of the work; rejects when it takes longer. The work continues. */
export const within = <Result>(ms: number, work: Promise<Result>): Promise<Result> => {
  const tooSlow = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('too slow')), ms);
  });
  return Promise.race([work, tooSlow]);
};
