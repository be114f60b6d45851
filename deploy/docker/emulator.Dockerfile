# syntax=docker/dockerfile:1.10
#
# The stand-ins of docker-compose.yml's demo profile and of the chart's trial: the Firebase Auth emulator, which accepts forged
# tokens by design, and the payment stand-in, which takes test cards. Both refuse NODE_ENV=production.
ARG NODE_IMAGE=node:22.22.2-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /context
COPY . .
RUN mkdir /manifests \
 && find . \( -name package.json -o -name package-lock.json -o -name .npmrc \) -exec cp --parents -t /manifests {} +

FROM ${NODE_IMAGE}
ARG VERSION=0.0.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
ARG SOURCE=
LABEL org.opencontainers.image.title="tandem-stand-ins" \
      org.opencontainers.image.description="Browser-to-browser file sharing: stand-ins of a trial" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm,sharing=locked npm ci --ignore-scripts --omit=dev -w tools/dev-stack
COPY tools tools
USER 1000:1000
ENV NODE_ENV=development
EXPOSE 9099
ENTRYPOINT ["node"]
CMD ["--import", "./tools/bootstrap/typescript.mjs", "tools/dev-stack/infra/auth-emulator.ts"]
