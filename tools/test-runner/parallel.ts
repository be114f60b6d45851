/** Prints the messages of a part of the run. */
export interface Reporter {
  info: (text: string) => void;
  error: (text: string) => void;
}

/** Buffers what is reported until `release`, while another part owns the console. Keeps the order. */
export const deferOutput = (reporter: Reporter): Reporter & { release: () => void } => {
  const deferred: (() => void)[] = [];
  let isDeferred = true;
  const report = (level: keyof Reporter) => (text: string) => {
    if (isDeferred) deferred.push(() => reporter[level](text));
    else reporter[level](text);
  };
  return {
    info: report('info'),
    error: report('error'),
    release: () => {
      isDeferred = false;
      for (const print of deferred.splice(0)) print();
    },
  };
};

/** Runs tasks in parallel and waits for all of them, then fails with the first error. */
export const runParallel = async (...tasks: (() => Promise<void>)[]): Promise<void> => {
  const results = await Promise.allSettled(tasks.map((task) => task()));
  for (const result of results) if (result.status === 'rejected') throw result.reason as Error;
};
