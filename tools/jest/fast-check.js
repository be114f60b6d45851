import fc from 'fast-check';

/*
 * Property tests try the same cases in every run, so that the result depends on the sources and not on chance.
 * `PROPERTY_SEED=random` looks for new ones, `PROPERTY_SEED=<number>` repeats a run; every failure names its seed.
 */
const given = process.env['PROPERTY_SEED'];

if (given !== 'random') fc.configureGlobal({ seed: Number(given ?? 20_260_101) });
