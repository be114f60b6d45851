/** A service for the tests of the launcher. The argument selects its behaviour. */
const [behaviour = 'serve'] = process.argv.slice(2);

const behaviours = {
  /** Becomes ready and runs until SIGTERM. */
  serve: () => {
    process.stdout.write('READY\n');
    setInterval(() => undefined, 1_000);
  },
  /** Becomes ready, then crashes. */
  crash: () => {
    process.stdout.write('READY\n', () => process.exit(3));
  },
  /** Rejects its configuration like our services. */
  misconfigured: () => {
    process.stderr.write('MONGO_URL: must be a URL\n', () => process.exit(78));
  },
  /** Exits before it is ready. */
  broken: () => {
    process.stderr.write('cannot listen\n', () => process.exit(1));
  },
  /** Runs but never becomes ready. */
  slow: () => {
    process.stdout.write('{"level":"warn","msg":"still starting"}\n');
    setInterval(() => undefined, 1_000);
  },
  /** Ignores SIGTERM. */
  stubborn: () => {
    process.on('SIGTERM', () => undefined);
    behaviours.serve();
  },
};

behaviours[behaviour as keyof typeof behaviours]();
