import { PassThrough } from 'node:stream';
import { createLogger } from './log.js';
import { requestContextFrom, runInRequest } from './request-context.js';

const capture = () => {
  const sink = new PassThrough();
  const logger = createLogger('test', 'info', sink);
  return { logger, text: () => String(sink.read() ?? '') };
};

describe('the logger', () => {
  it('adds the request and trace ids of the context', () => {
    const { logger, text } = capture();
    const traceparent = '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01';
    runInRequest(requestContextFrom('request-1', traceparent), () => logger.info('hello'));
    expect(JSON.parse(text())).toMatchObject({
      level: 'info',
      requestId: 'request-1',
      traceId: '0123456789abcdef0123456789abcdef',
      msg: 'hello',
    });
  });

  it('redacts secrets at every nesting level', () => {
    const { logger, text } = capture();
    logger.info(
      { password: 'canary', body: { idToken: 'canary', deep: { email: 'canary' } } },
      'x',
    );
    logger.info(
      { headers: { authorization: 'canary', cookie: 'canary', 'set-cookie': 'canary' } },
      'y',
    );
    const lines = text();
    expect(lines).toContain('[redacted]');
    expect(lines).not.toContain('canary');
  });

  it('omits what libraries attach to errors: the documents of a failed write, the body of a request', () => {
    const { logger, text } = capture();
    const cause = new TypeError('the cause');
    const error = Object.assign(new Error('write failed', { cause }), {
      code: 11_000,
      writeErrors: [{ err: { op: { accessorName: 'canary' } } }],
      body: 'canary',
    });
    logger.warn({ err: error }, 'x');
    const line = text();
    expect(JSON.parse(line)).toMatchObject({
      err: {
        type: 'Error',
        message: 'write failed: the cause',
        code: 11_000,
        stack: expect.stringContaining('log.test.ts') as string,
      },
    });
    expect(line).not.toContain('canary');
  });

  it('omits the values of a duplicate key, which the database quotes', () => {
    const { logger, text } = capture();
    const index = 'E11000 duplicate key error collection: identity.users index: email_1 dup key';
    const refused = new Error(`${index}: { email: "canary}\n@example.test", uid: "canary" }`);
    logger.warn({ err: refused }, 'x');
    logger.warn({ err: new Error('not stored', { cause: refused }) }, 'y');
    logger.warn({ err: new AggregateError([refused], 'all failed') }, 'z');
    const lines = text();
    expect(lines.match(new RegExp(index, 'g'))?.length).toBeGreaterThanOrEqual(5);
    expect(lines).toContain('log.test.ts');
    expect(lines).not.toContain('canary');
  });

  it('replaces malformed request and trace ids', () => {
    const context = requestContextFrom('bad id\n', 'nonsense');
    expect(context.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(context.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  });
});
