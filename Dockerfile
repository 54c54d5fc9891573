# syntax=docker/dockerfile:1
# One image, one process, no root: alone the demo, with DATABASE_URL and its secrets production. The build brings
# everything; the last stage keeps only what runs.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY src/commands/prune.mjs src/commands/
RUN npm ci --no-audit --no-fund
COPY . .
RUN node src/commands/build.mjs
# npm lists all packages only where none of development is named.
RUN npm prune --omit=dev --no-audit --no-fund && node src/commands/prune.mjs --image \
  && npm pkg delete devDependencies && npm run sbom

FROM node:24.21.0-bookworm-slim
# The allocator gives back what a busy hour took (two arenas, and the heap trimmed at 128 KB).
ENV NODE_ENV=production DEMO=auto DATA_DIR=/data PORT=3000 MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=100", "dist/server/server.js"]
