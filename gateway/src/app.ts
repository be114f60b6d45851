import type { RequestListener } from 'node:http';
import {
  createSecurityLog,
  overloaded,
  type Admission,
  type Logger,
  type Registry,
} from '@tandem/kit';
import { reportPath } from '@tandem/proto/browser/content-policy';
import { sessionCookieName } from '@tandem/proto/browser/session-cookie';
import express, { type Express, type RequestHandler } from 'express';
import { createAdminLog } from './admin-log.js';
import type { ChangeStreams } from './changes/streams.js';
import type { Services } from './clients.js';
import type { Config } from './config.js';
import { admitRequests, openAdmission } from './http/admission.js';
import { compressPublicResponses } from './http/compress.js';
import { HttpError, problemHandler, refusalBy, type Refusal } from './http/http-errors.js';
import { markRoute, observeRequests, requestSeconds } from './http/observe.js';
import { policyReports } from './http/policy-reports.js';
import { createRateLimits } from './http/rate-limits.js';
import { createEarlyRefusals } from './http/refuse-early.js';
import { isServable } from './http/request-target.js';
import { requireHttps } from './http/require-https.js';
import { allowOrigins, requireSameOrigin } from './http/same-origin.js';
import { securityHeaders } from './http/security-headers.js';
import { serveWeb } from './one-box/web.js';
import { describeApi } from './openapi.js';
import type { RouteDeps } from './route-deps.js';
import type { Route } from './route.js';
import { adminLogRoutes } from './routes/admin/log.js';
import { adminStatsRoutes } from './routes/admin/stats.js';
import { adminUserRoutes } from './routes/admin/users.js';
import { analyticsRoutes } from './routes/analytics.js';
import { auditRoutes } from './routes/audit.js';
import { billingRoutes } from './routes/billing.js';
import { changeRoutes } from './routes/changes.js';
import { configRoutes } from './routes/config.js';
import { fileShareRoutes } from './routes/file-shares.js';
import { localPaymentRoutes } from './routes/local-payments.js';
import { noticeRoutes } from './routes/notices.js';
import { sessionRoutes } from './routes/session.js';
import { sessionListRoutes } from './routes/sessions.js';
import { shareRoutes } from './routes/shares.js';
import { turnRoutes } from './routes/turn.js';
import { userRoutes } from './routes/user.js';
import { stripeWebhook, webhookPath } from './routes/webhooks.js';

export interface AppOptions {
  config: Config;
  services: Services;
  logger: Logger;
  registry: Registry;
  streams: ChangeStreams;
  /** Default: a limit found from measured delays. */
  admission?: Admission;
}

export const apiRoutes = (given: Omit<RouteDeps, 'adminLog'>): Route[] => {
  const deps = { ...given, adminLog: createAdminLog(given.services, given.security) };
  return [
    configRoutes,
    changeRoutes,
    sessionRoutes,
    sessionListRoutes,
    userRoutes,
    fileShareRoutes,
    shareRoutes,
    noticeRoutes,
    turnRoutes,
    analyticsRoutes,
    billingRoutes,
    localPaymentRoutes,
    auditRoutes,
    adminStatsRoutes,
    adminLogRoutes,
    adminUserRoutes,
  ].flatMap((routesWith) => routesWith(deps));
};

const maxBodyBytes = 32 * 1024;

/** Rejects `__proto__` keys; the schemas reject all other unknown keys. */
const rejectPrototypeKeys = (key: string, value: unknown): unknown => {
  if (key === '__proto__') throw new SyntaxError('forbidden key');
  return value;
};

const parseJson = express.json({
  limit: maxBodyBytes,
  reviver: rejectPrototypeKeys,
});

const labelled =
  (pattern: string): RequestHandler =>
  (_request, response, next) => {
    markRoute(response, pattern);
    next();
  };

/** Mount after the routes: refuses the methods that their paths do not have. */
const refuseOtherMethods = (
  app: Express,
  calls: readonly Pick<Route, 'method' | 'path'>[],
): void => {
  const methodsOf = new Map<string, string[]>();
  for (const { method, path } of calls) {
    const methods = method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), ...methods]);
  }
  for (const [path, methods] of methodsOf)
    app.all(path, (_request, response) => {
      response.set('Allow', methods.join(', '));
      throw new HttpError(405, 'no-such-call', 'This endpoint has no such method.');
    });
};

const mountApi = (
  app: Express,
  { config, services, logger, registry }: AppOptions,
  routes: readonly Route[],
): void => {
  const limits = createRateLimits(config.RATE_LIMIT_SCALE);
  const context = {
    authenticate: services.identity.authenticate.bind(services.identity),
    cookieName: sessionCookieName(config.isHttps),
    limits,
  };
  if (config.REFUSE_PLAIN_HTTP) app.use('/api', requireHttps);
  // Before all limits, so that pages on an allowed origin can read a 429 or 503 and its Retry-After.
  app.use('/api', allowOrigins(config.CORS_ORIGINS));
  app.use('/api', async (request, _response, next) => {
    await limits.consumeNetwork(request.ip);
    next();
  });
  app.post(webhookPath, labelled(webhookPath), stripeWebhook(services));
  // Before the origin check: a report changes no state, and browsers send it from any document of the product.
  app.post(reportPath, labelled(reportPath), policyReports(registry, logger, limits));
  app.use('/api', requireSameOrigin(config.PUBLIC_URL, config.CORS_ORIGINS));

  for (const route of routes) {
    const isPublic = route.caching === 'public-minute';
    app[route.method](
      route.path,
      labelled(route.path),
      ...(isPublic ? [compressPublicResponses()] : []),
      ...(route.method === 'get' ? [] : [parseJson]),
      route.serve(context),
    );
  }
  const description = describeApi(routes, {
    title: `${config.PRODUCT_NAME} API`,
    cookieName: context.cookieName,
  });
  app.get(
    '/api/openapi.json',
    labelled('/api/openapi.json'),
    compressPublicResponses(),
    (_request, response) => {
      response.set('Cache-Control', 'public, max-age=300').json(description);
    },
  );
  refuseOtherMethods(app, [
    ...routes,
    { method: 'post', path: webhookPath },
    { method: 'post', path: reportPath },
    { method: 'get', path: '/api/openapi.json' },
  ]);
  app.use('/api', () => {
    throw new HttpError(404, 'no-such-call', 'Unknown endpoint.');
  });
};

const malformedTarget: Refusal = {
  status: 400,
  reason: 'malformed-request',
  message: 'Malformed request.',
};

export const createApp = (options: AppOptions): RequestListener => {
  const { config, logger, registry } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.TRUST_PROXY_HOPS);
  app.set('case sensitive routing', true);
  const security = createSecurityLog(logger, registry);
  const { services, streams } = options;
  const routes = apiRoutes({ services, config, security, streams });
  const seconds = requestSeconds(registry);
  const headers = securityHeaders(config);
  app.use(observeRequests(seconds, logger), (request, response, next) => {
    for (const [name, value] of headers(request)) response.setHeader(name, value);
    next();
  });
  mountApi(app, options, routes);
  if (config.WEB_DIST)
    app.use(
      compressPublicResponses(),
      serveWeb(config.WEB_DIST, {
        hasPayments: config.PAYMENTS_PROVIDER !== 'none',
      }),
    );
  app.use(() => {
    throw new HttpError(404, 'not-found', 'Not found.');
  });
  app.use(problemHandler(logger, security));
  const refuseEarly = createEarlyRefusals({
    seconds,
    securityHeaders: headers,
    allowedOrigins: config.CORS_ORIGINS,
  });
  const refuseMalformed = refuseEarly(malformedTarget);
  const admit = admitRequests(app, {
    routes,
    admission: options.admission ?? openAdmission(registry),
    refuse: refuseEarly(refusalBy(overloaded())),
  });
  return (request, response) => {
    if (isServable(request)) admit(request, response);
    else refuseMalformed(request, response);
  };
};
