/** Deadline of clients in tests. It only ends calls that hang; a busy machine may exceed production's default. */
export const testDeadlineMs = 60_000;
