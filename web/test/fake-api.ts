/** A fake API: records every request and answers unknown routes with 404. */
export interface ApiRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

export interface ApiAnswer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export type Handler = (request: ApiRequest) => ApiAnswer | Promise<ApiAnswer>;

export interface FakeApi {
  requests: ApiRequest[];
  /** Requests to one `METHOD /path`, in order. */
  to: (route: string) => ApiRequest[];
  /** Adds or replaces answers, keyed by `METHOD /path`. */
  answer: (routes: Record<string, Handler | ApiAnswer>) => void;
  /** Every further request fails like a broken network. */
  disconnect: () => void;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

const reply = ({ status = 200, body, headers = {} }: ApiAnswer): Response => {
  if (body === undefined) return new Response(null, { status, headers });
  if (typeof body === 'string') return new Response(body, { status, headers });
  return Response.json(body, { status, headers });
};

/** Replaces fetch until the test file ends. */
export const installFakeApi = (routes: Record<string, Handler | ApiAnswer> = {}): FakeApi => {
  const table = new Map(Object.entries(routes));
  const requests: ApiRequest[] = [];
  let isConnected = true;
  globalThis.fetch = async (input, init) => {
    if (!isConnected) throw new TypeError('Failed to fetch');
    const request = new Request(input, init);
    const url = new URL(request.url);
    const seen: ApiRequest = {
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: parse(await request.text()),
    };
    requests.push(seen);
    const handler = table.get(`${seen.method} ${seen.path}`);
    if (handler === undefined) return reply({ status: 404, body: { message: 'Not mocked' } });
    return reply(typeof handler === 'function' ? await handler(seen) : handler);
  };
  return {
    requests,
    to: (route) => requests.filter(({ method, path }) => `${method} ${path}` === route),
    answer: (more) => {
      for (const [route, handler] of Object.entries(more)) table.set(route, handler);
    },
    disconnect: () => {
      isConnected = false;
    },
  };
};
