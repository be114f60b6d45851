# syntax=docker/dockerfile:1.10
#
# The web app as static files behind nginx; any CDN serves the same files (target `files`):
#   docker build -f deploy/docker/web.Dockerfile .
#   docker build -f deploy/docker/web.Dockerfile --target files --output type=local,dest=site .
#
# ASSET_BASE_URL  where the hashed assets are served from, e.g. https://cdn.example.com/ (default /)
# API_ORIGIN      https://api.example.com when the API answers on a sibling host (default: own origin)
# FIREBASE_AUTH_DOMAIN, FIREBASE_EMULATOR_ORIGIN
#                 identity provider, for the content security policy (default: any Firebase project)
# PAYMENTS_PROVIDER
#                 none: nginx serves the pages without prices; the chart selects them at run time
# PUBLIC_URL      https://files.example.com: canonical links and the sitemap of the prerendered pages
# PRODUCT_NAME, PRODUCT_SLUG, SUPPORT_EMAIL
#                 texts of those pages, as for the services; the app reads /api/config at run time
# FREE_MONTHLY_SHARES, EXPIRY_DAYS_FREE, …_PRO, …_PROFOREVER, MAX_FILE_BYTES_FREE, …_PRO, …_PROFOREVER,
# AUDIT_RETENTION_MONTHS, WRONG_PASSWORD_LIMIT, TESTIMONIALS
#                 what those pages quote, as for the services; the terms of service are among them
# IMPRINT_URL, STATUS_URL, SOURCE_URL, SECURITY_CONTACT
#                 links of the operator in the footer of those pages, as for the gateway

ARG NODE_IMAGE=node:22.22.2-bookworm-slim
ARG NGINX_IMAGE=nginx:1.28.0-alpine-slim

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS manifests
WORKDIR /context
COPY . .
RUN mkdir /manifests \
 && find . \( -name package.json -o -name package-lock.json -o -name .npmrc \) -exec cp --parents -t /manifests {} +

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /app
COPY --from=manifests /manifests ./
# Not the tools of the repository's root.
RUN --mount=type=cache,target=/root/.npm,sharing=locked npm ci --ignore-scripts -w web
COPY tsconfig.base.json ./
COPY proto proto
RUN npm run generate -w proto && npx tsc -b proto
COPY web web
ARG ASSET_BASE_URL=/
ARG API_ORIGIN=
ARG PUBLIC_URL=
ARG FIREBASE_AUTH_DOMAIN=
ARG FIREBASE_EMULATOR_ORIGIN=
ARG PAYMENTS_PROVIDER=
ARG PRODUCT_NAME
ARG PRODUCT_SLUG
ARG SUPPORT_EMAIL
ARG AUDIT_RETENTION_MONTHS
ARG WRONG_PASSWORD_LIMIT
ARG FREE_MONTHLY_SHARES
ARG EXPIRY_DAYS_FREE
ARG EXPIRY_DAYS_PRO
ARG EXPIRY_DAYS_PROFOREVER
ARG MAX_FILE_BYTES_FREE
ARG MAX_FILE_BYTES_PRO
ARG MAX_FILE_BYTES_PROFOREVER
ARG TESTIMONIALS
ARG IMPRINT_URL
ARG STATUS_URL
ARG SOURCE_URL
ARG SECURITY_CONTACT
RUN ASSET_BASE="$ASSET_BASE_URL" VITE_API_ORIGIN="$API_ORIGIN" npm run build -w web
COPY deploy/docker/web deploy/docker/web
RUN node deploy/docker/web/precompress.mjs web/dist /srv \
 && node deploy/docker/web/build-variables.mjs web/dist/release.json /srv-variables.conf

FROM scratch AS files
COPY --from=build /app/web/dist /

FROM ${NGINX_IMAGE}
ARG VERSION=0.0.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
ARG SOURCE=
LABEL org.opencontainers.image.title="tandem-web" \
      org.opencontainers.image.description="Browser-to-browser file sharing: the web app" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY deploy/docker/web/nginx.conf /etc/nginx/nginx.conf
COPY --from=build /app/deploy/docker/web/headers.conf /etc/nginx/headers.d/security.conf
COPY --from=build /app/deploy/docker/web/policies.nginx /etc/nginx/headers.d/policies.nginx
COPY --from=build /app/deploy/docker/web/listen-plain.nginx /etc/nginx/headers.d/listen.nginx
COPY --from=build /srv-variables.conf /etc/nginx/build.d/variables.conf
COPY --from=build /srv /srv
USER 101:101
EXPOSE 8080
STOPSIGNAL SIGQUIT
ENTRYPOINT ["nginx"]
CMD ["-g", "daemon off;"]
