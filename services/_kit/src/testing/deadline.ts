/** For clients in tests: it only ends calls that hang. A busy machine may exceed the default of production. */
export const testDeadlineMs = 60_000;
