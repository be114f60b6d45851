# syntax=docker/dockerfile:1.10
#
# The Firebase Auth emulator for the demo profile of docker-compose.yml. It accepts forged tokens by
# design and refuses to start with NODE_ENV=production.
ARG NODE_IMAGE=node:22.20.0-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /context
COPY . .
RUN mkdir /manifests \
 && find . \( -name package.json -o -name package-lock.json -o -name .npmrc \) -exec cp --parents -t /manifests {} +

FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm,sharing=locked npm ci --ignore-scripts --omit=dev -w deploy/local
COPY deploy/local deploy/local
USER 1000:1000
ENV NODE_ENV=development
EXPOSE 9099
ENTRYPOINT ["node"]
CMD ["deploy/local/infra/auth-emulator.mjs"]
