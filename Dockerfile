# The server on Node alone; database and files are elsewhere, or in the volume.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc* ./
# The base image has the Node that the package of this name would fetch.
RUN npm ci --ignore-scripts
COPY . .
RUN node tools/build.mjs && node tools/assemble.mjs \
  && cd build && npm ci --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
WORKDIR /opt/archivolt
COPY --from=build /src/build ./
# What the first start compiles is kept for later ones of the container, which take 60 MB less.
RUN mkdir -p /var/lib/archivolt node_modules/.cache/compiled \
  && chown node:node /var/lib/archivolt node_modules/.cache/compiled
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/archivolt
VOLUME /var/lib/archivolt
EXPOSE 8080
USER node
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["./archivolt"]
