/** The part of autocannon that the bench uses; the package has no types. */
declare module 'autocannon' {
  interface Options {
    url: string;
    requests: { method?: string; path?: string; headers?: Record<string, string>; body?: string }[];
    connections: number;
    /** Number of requests. */
    amount: number;
  }

  interface Run extends Promise<{ errors: number; /** Seconds. */ duration: number }> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, millis: number) => void,
    ): this;
  }

  export default function autocannon(options: Options): Run;
}
