import fc from 'fast-check';

/**
 * Valid, nearly valid and hostile requests to every endpoint of the OpenAPI document, for the gateway with faked
 * services and for the whole product.
 */
interface Schema {
  type?: string | string[];
  enum?: unknown[];
  pattern?: string;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}
export interface Operation {
  parameters: { name: string; in: 'path' | 'query'; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}
export interface Fuzzed {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const hostile = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  0,
  -1,
  1e308,
  true,
  [],
  {},
  { $gt: '' },
  { $where: 'sleep(1)' },
  { length: 1e9 },
  ['a', 'a'],
  '\u0000',
  '../../etc/passwd',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '${7*7}',
  '\ud800',
  'x'.repeat(5_000),
  'a@b',
  '2026-01-02T03:04:05Z',
  '999999999999999999',
);

export interface FuzzOptions {
  /** Authentication headers. */
  credentials: readonly Record<string, string>[];
  /** Existing ids, passwords and tokens, so that requests pass the first checks. */
  known?: readonly string[];
}

/** Addresses of push services, and of hosts that the product must not call. */
const addresses = fc.constantFrom(
  'https://fcm.googleapis.com/fcm/send/fuzzed',
  'https://user:secret@fcm.googleapis.com/fcm/send/fuzzed',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost:9464/metrics',
  'http://updates.push.services.mozilla.com/wpush/v2/fuzzed',
);

const strings = ({ format, pattern }: Schema, known: readonly string[]): fc.Arbitrary<string> => {
  if (format === 'uri') return addresses;
  const any = fc.oneof(
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.stringMatching(/^[\w-]{1,22}$/),
    fc.constantFrom('2026-01-02T03:04:05.000Z', '12', 'a@example.test', ...known),
  );
  // Keys and digests have one length, which the others hardly ever have.
  if (pattern === undefined || !/\{\d+\}\$$/.test(pattern)) return any;
  const exact = fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.oneof({ weight: 4, arbitrary: exact }, { weight: 1, arbitrary: any });
};

/** Values that conform to the schema, with occasional faults inside. */
const conforming = (schema: Schema, known: readonly string[], depth = 0): fc.Arbitrary<unknown> => {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => conforming(one, known, depth)));
  switch ([schema.type].flat()[0]) {
    case 'string':
      return strings(schema, known);
    case 'number':
    case 'integer':
      return fc.integer({ min: 0, max: 100 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(mutated(schema.items ?? {}, known, depth + 1), { maxLength: 4 });
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      const fields = properties.map(([name, of]) => [name, mutated(of, known, depth + 1)] as const);
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
    }
    default:
      return hostile;
  }
};

const mutated = (schema: Schema, known: readonly string[], depth = 0): fc.Arbitrary<unknown> =>
  depth > 5
    ? hostile
    : fc.oneof(
        { weight: 9, arbitrary: conforming(schema, known, depth) },
        { weight: 1, arbitrary: hostile },
      );

const extra = fc.constantFrom('__proto__', 'constructor', 'isAdmin', '$where', 'uid');
const withExtra = (value: fc.Arbitrary<unknown>) =>
  fc.tuple(value, fc.option(fc.tuple(extra, hostile), { freq: 8 })).map(([body, more]) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    if (!more || !text.startsWith('{')) return text;
    const field = `${JSON.stringify(more[0])}:${JSON.stringify(more[1])}`;
    return text === '{}' ? `{${field}}` : `{${field},${text.slice(1)}`;
  });

const contentTypes = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json',
  'text/plain',
  'application/json; charset=utf-7',
);

const inUrl = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, '?').slice(0, 2_000));
};

const fuzzOperation = (
  method: string,
  pattern: string,
  operation: Operation,
  { credentials, known = [] }: FuzzOptions,
): fc.Arbitrary<Fuzzed> => {
  const part = (location: 'path' | 'query') =>
    operation.parameters.filter((parameter) => parameter.in === location);
  const values = (location: 'path' | 'query') =>
    fc.tuple(
      ...part(location).map(({ schema }) =>
        fc.option(mutated(schema, known), { freq: 4, nil: undefined }),
      ),
    );
  const schema = operation.requestBody?.content['application/json'].schema;
  const body = schema ? withExtra(mutated(schema, known)) : fc.constant(undefined);
  const odd = fc.option(fc.tuple(extra, hostile), { freq: 10 });
  return fc
    .tuple(
      values('path'),
      values('query'),
      body,
      fc.constantFrom(...credentials),
      contentTypes,
      odd,
    )
    .map(([inPath, inQuery, text, headers, contentType, more]) => {
      let path = pattern;
      for (const [index, { name }] of part('path').entries()) {
        path = path.replace(`{${name}}`, inUrl(inPath[index] ?? 'unknown') || '%20');
      }
      const pairs = part('query').flatMap(({ name }, index) =>
        inQuery[index] === undefined ? [] : [`${name}=${inUrl(inQuery[index])}`],
      );
      if (more) pairs.push(`${more[0]}=${inUrl(more[1])}`);
      const query = pairs.length > 0 ? `?${pairs.join('&')}` : '';
      const safe = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          value.replaceAll(/[^\x20-\x7e]/g, '?'),
        ]),
      );
      return {
        method: method.toUpperCase(),
        path: path + query,
        headers: { ...safe, ...(text !== undefined && { 'content-type': contentType }) },
        ...(text !== undefined && { body: text }),
      };
    });
};

/** `paths` of the OpenAPI document; `except` lists operations to skip, e.g. `delete /api/user`. */
export const fuzzedRequests = (
  paths: Record<string, Record<string, Operation>>,
  options: FuzzOptions & { except?: readonly string[] },
): fc.Arbitrary<Fuzzed> => {
  const { except = [] } = options;
  const operations = Object.entries(paths).flatMap(([pattern, methods]) =>
    Object.entries(methods)
      .filter(([method]) => !except.includes(`${method} ${pattern}`))
      .map(([method, operation]) => fuzzOperation(method, pattern, operation, options)),
  );
  return fc.oneof(...operations);
};
