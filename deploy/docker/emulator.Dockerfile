# syntax=docker/dockerfile:1.10
#
# The stand-ins of docker-compose.yml's demo profile: the Firebase Auth emulator, which accepts forged
# tokens by design, and the payment stand-in, which takes test cards. Both refuse NODE_ENV=production.
ARG NODE_IMAGE=node:22.20.0-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /context
COPY . .
RUN mkdir /manifests \
 && find . \( -name package.json -o -name package-lock.json -o -name .npmrc \) -exec cp --parents -t /manifests {} +

FROM ${NODE_IMAGE}
WORKDIR /app
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm,sharing=locked npm ci --ignore-scripts --omit=dev -w tools/dev-stack
COPY tools tools
USER 1000:1000
ENV NODE_ENV=development
EXPOSE 9099
ENTRYPOINT ["node"]
CMD ["--import", "./tools/bootstrap/typescript.mjs", "tools/dev-stack/infra/auth-emulator.ts"]
