// A service small enough that the launcher's tests take milliseconds. Its argument says how it behaves.
const [behaviour = 'serve'] = process.argv.slice(2);

const behaviours = {
  /** Ready, then there until told to go. */
  serve: () => {
    process.stdout.write('READY\n');
    setInterval(() => undefined, 1_000);
  },
  /** Ready, then gone: what a crash after the start looks like. */
  crash: () => {
    process.stdout.write('READY\n', () => process.exit(3));
  },
  /** Refuses its configuration as our services do. */
  misconfigured: () => {
    process.stderr.write('MONGO_URL: must be a URL\n', () => process.exit(78));
  },
  /** Never gets as far as ready. */
  broken: () => {
    process.stderr.write('cannot listen\n', () => process.exit(1));
  },
  /** Says so, and never gets as far as ready nor ends. */
  slow: () => {
    process.stdout.write('{"level":"warn","msg":"still starting"}\n');
    setInterval(() => undefined, 1_000);
  },
  /** Ignores the polite request to stop. */
  stubborn: () => {
    process.on('SIGTERM', () => undefined);
    behaviours.serve();
  },
};

behaviours[/** @type {keyof typeof behaviours} */ (behaviour)]();
