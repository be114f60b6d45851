/** Answers fetch by method and path; records the requests. */
export interface Asked {
  route: string;
  body: unknown;
  init: RequestInit;
}

export interface Answer {
  status?: number;
  body?: unknown;
}

export const openedShare = {
  shareId: 's1',
  filename: 'holiday film.mp4',
  fileSize: '64.00 MB',
  fileType: 'video/mp4',
  isOwner: false,
  senderName: '',
  asksFirst: false,
  note: '',
  grant: 'grant-1',
  grantExpiresAt: '2999-01-01T00:00:00.000Z',
};

/** The page's own load, beside the flow of a share. */
const configuration = 'GET /api/config';
const configured: Answer = { body: { firebase: { apiKey: 'key' } } };
const missing: Answer = { status: 404, body: { message: 'not in this test' } };

/** `routes` maps e.g. `POST /api/shares/s1/access` to an answer; 'offline' makes the call fail. */
export const installFakeServer = (routes: Record<string, Answer | 'offline'>): Asked[] => {
  const asked: Asked[] = [];
  const answer = (url: string, init: RequestInit = {}): Promise<Partial<Response>> => {
    const route = `${init.method ?? 'GET'} ${url}`;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    if (route !== configuration) asked.push({ route, body, init });
    const found = routes[route] ?? (route === configuration ? configured : missing);
    if (found === 'offline') return Promise.reject(new TypeError('Failed to fetch'));
    const status = found.status ?? 200;
    const text = typeof found.body === 'string' ? found.body : JSON.stringify(found.body ?? {});
    return Promise.resolve({
      ok: status < 400,
      status,
      statusText: 'Status text',
      headers: new Headers(),
      text: () => Promise.resolve(text),
      json: () => Promise.resolve(JSON.parse(text)),
    });
  };
  Object.assign(globalThis, { fetch: answer });
  return asked;
};
