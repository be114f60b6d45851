# syntax=docker/dockerfile:1.10
#
# One image recipe for every Node process:
#   docker build -f deploy/docker/service.Dockerfile --build-arg SERVICE=shares .
# SERVICE is gateway or a folder of services/. Pin NODE_IMAGE by digest for a reproducible build.

ARG NODE_IMAGE=node:22.22.2-bookworm-slim

# Only manifests: while they are unchanged, the installs below are cached.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS manifests
WORKDIR /context
COPY . .
RUN mkdir /manifests \
 && find . \( -name package.json -o -name package-lock.json -o -name .npmrc \) -exec cp --parents -t /manifests {} +

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /app
COPY --from=manifests /manifests ./
ARG SERVICE
# The service, the workspaces that it imports and their compiler; not the tools of the repository's root.
RUN --mount=type=cache,target=/root/.npm,sharing=locked set -eu; \
    if [ -d "services/$SERVICE" ]; then workspace="services/$SERVICE"; else workspace="$SERVICE"; fi; \
    npm ci --ignore-scripts -w "$workspace"
COPY tsconfig.base.json ./
COPY proto proto
RUN npm run generate -w proto
COPY services services
COPY gateway gateway
COPY tools/bundle tools/bundle
RUN set -eu; \
    if [ -d "services/$SERVICE" ]; then workspace="services/$SERVICE"; else workspace="$SERVICE"; fi; \
    npx tsc -b "$workspace"; \
    node tools/bundle/bundle.mjs "$workspace"; \
    mkdir /built; \
    find proto/dist services/_kit/dist "$workspace/dist" \( -name '*.js' -o -path '*/bundle/*' \) -exec cp --parents -t /built {} +; \
    ln -s "$workspace" /built/service

# On the target platform: native addons must match it.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY --from=manifests /manifests ./
ARG SERVICE
RUN --mount=type=cache,target=/root/.npm,sharing=locked set -eu; \
    if [ -d "services/$SERVICE" ]; then workspace="services/$SERVICE"; else workspace="$SERVICE"; fi; \
    npm ci --ignore-scripts --omit=dev --omit=optional -w "$workspace"
COPY deploy/docker/image /prune
RUN set -eu; \
    if [ -d "services/$SERVICE" ]; then workspace="services/$SERVICE"; else workspace="$SERVICE"; fi; \
    node /prune/prune.mjs /app "$workspace"; \
    mkdir /runtime; \
    cp --parents -a package.json sbom.cdx.json node_modules proto/package.json services/_kit/package.json "$workspace/package.json" /runtime; \
    for modules in services/_kit/node_modules "$workspace/node_modules"; do \
      if [ -d "$modules" ]; then cp --parents -a "$modules" /runtime; fi; \
    done

FROM ${NODE_IMAGE}
ARG SERVICE
ARG VERSION=0.0.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
ARG SOURCE=
LABEL org.opencontainers.image.title="tandem-${SERVICE}" \
      org.opencontainers.image.description="Browser-to-browser file sharing: ${SERVICE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.licenses="Apache-2.0"
# Nothing is installed at run time: remove package managers.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
           /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-*
COPY --from=dependencies /runtime /app
COPY --from=build /built /app
# `service` is a link to the workspace, so that all images have the same working directory.
WORKDIR /app/service
ENV NODE_ENV=production
# The unprivileged user of the base image; numeric, because Kubernetes verifies runAsNonRoot by number.
USER 1000:1000
STOPSIGNAL SIGTERM
# Exec form: Node is process 1 and receives signals directly, without a shell.
ENTRYPOINT ["node"]
CMD ["--import", "@tandem/kit/otel", "dist/bundle/main.js"]
