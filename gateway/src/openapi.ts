import { STATUS_CODES } from 'node:http';
import { expectedAccountHeaders } from '@tandem/proto/browser/http/expected-account';
import { problem } from '@tandem/proto/browser/http/problem';
import { z } from 'zod';
import type { Access } from './auth.js';
import type { Route } from './route.js';

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    cycles: 'throw',
  });
  return rest;
};

const parametersOf = (schema: z.ZodType | undefined, location: 'path' | 'query' | 'header') => {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: of,
  }));
};

const securityOf: Record<Access, object[]> = {
  public: [],
  optional: [{}, { session: [] }, { bearer: [] }],
  user: [{ session: [] }, { bearer: [] }],
  admin: [{ session: [] }, { bearer: [] }],
};

const responsesOf = ({ response }: Route) => ({
  [String(response.status)]: {
    description: STATUS_CODES[response.status] ?? '',
    content: response.schema
      ? { 'application/json': { schema: jsonSchema(response.schema, 'output') } }
      : { [response.type ?? 'text/plain']: { schema: { type: 'string' } } },
  },
  default: {
    description: 'Refused; `reason` is stable.',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  },
});

const operationOf = (route: Route) => ({
  summary: route.summary,
  security: securityOf[route.access],
  parameters: [
    ...parametersOf(route.params, 'path'),
    ...parametersOf(route.query, 'query'),
    ...parametersOf(route.headers, 'header'),
    ...(route.access === 'public' ? [] : parametersOf(expectedAccountHeaders, 'header')),
  ],
  ...(route.body && {
    requestBody: { content: { 'application/json': { schema: jsonSchema(route.body, 'input') } } },
  }),
  responses: responsesOf(route),
});

/** OpenAPI 3.1 document, generated from the schemas that validate the requests. */
export const describeApi = (
  routes: readonly Route[],
  options: { title: string; cookieName: string },
) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method] = operationOf(route);
  }
  return {
    openapi: '3.1.0',
    info: { title: options.title, version: '1' },
    paths,
    components: {
      schemas: { Problem: jsonSchema(problem, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: options.cookieName },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  };
};
