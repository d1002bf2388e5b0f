# The service, for a PostgreSQL server of your own. docs/guides/deploying.md says how to run it.
FROM node:24-slim AS pages
WORKDIR /app
COPY . .
RUN npm ci && npm run build:pages

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY apps apps
RUN npm ci --omit=dev --workspace=@rowhouse/service
# npm would leave out the programs of the image library together with the embedded PostgreSQL, and keep compilers.
COPY scripts scripts
RUN node scripts/prune-image.ts && rm -r scripts

FROM node:24-slim
ENV NODE_ENV=production \
    ROWHOUSE_HOST=0.0.0.0 \
    ROWHOUSE_PORT=3000 \
    ROWHOUSE_DATA_DIR=/data \
    NODE_COMPILE_CACHE=/tmp/node-compile-cache
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app ./
COPY --from=pages /app/packages/service/pages/dist packages/service/pages/dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.ROWHOUSE_PORT + '/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--conditions=@rowhouse/source", "packages/service/src/cli.ts"]
CMD ["serve"]
