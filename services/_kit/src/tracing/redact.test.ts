import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { redactSpan } from './redact.js';

const secret = 'hunter2-hunter2';

const spanWith = (attributes: Record<string, string>) =>
  ({
    attributes,
    events: [
      {
        name: 'exception',
        attributes: {
          'exception.type': 'Error',
          'exception.message': `no ${secret}`,
          'exception.stacktrace': `Error: no ${secret}`,
        },
      },
    ],
    status: { code: 2, message: `no ${secret}` },
  }) as unknown as ReadableSpan;

describe('span redaction', () => {
  it.each([
    ['url.query', `password=${secret}`],
    ['url.full', `http://host/api/shares/a?password=${secret}`],
    ['http.target', `/api/shares/a?password=${secret}`],
    ['http.url', `http://host/api/shares/a#${secret}`],
    ['db.statement', `{"password":"${secret}"}`],
    ['db.query.text', secret],
    ['client.address', secret],
    ['user_agent.original', secret],
  ])('removes secrets from %s', (name, value) => {
    const span = spanWith({ [name]: value });
    redactSpan(span);
    expect(JSON.stringify(span)).not.toContain(secret);
  });

  it('keeps the error type and removes its message and stack', () => {
    const span = spanWith({});
    redactSpan(span);
    expect(span.events[0]?.attributes).toEqual({ 'exception.type': 'Error' });
    expect(span.status).toEqual({ code: 2 });
  });

  it('replaces the share id in a path', () => {
    const span = spanWith({ 'url.path': '/api/shares/q7Zx0aB3kLmN5pQr9sTu1v/access' });
    redactSpan(span);
    expect(span.attributes['url.path']).toBe('/api/shares/:id/access');
  });

  it('keeps route and path', () => {
    const span = spanWith({ 'http.route': '/api/file-shares', 'url.path': '/api/file-shares' });
    redactSpan(span);
    expect(span.attributes).toEqual({
      'http.route': '/api/file-shares',
      'url.path': '/api/file-shares',
    });
  });
});
