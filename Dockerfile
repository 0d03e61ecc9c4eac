# The image: the npm package, its dependencies as the lock file has them, Node. docs/packaging.md says how it is run.
# A tag may come to mean other bytes; who wants always the same adds the digest: node:24.21.0-trixie-slim@sha256:…
ARG NODE_IMAGE=node:24.21.0-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm pack --pack-destination /tmp
WORKDIR /app
RUN tar --extract --file /tmp/gnd-links-*.tgz --strip-components 1 \
  && cp /build/package-lock.json /build/.npmrc ./ \
  && npm ci --omit=dev --ignore-scripts

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="GND Links" \
  org.opencontainers.image.description="Public, read-only JSON service for the GND and the curated links from each of its entities to other sites" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="1.0.0"
COPY --from=build /app /app
# What runs needs no package manager. An empty volume takes over owner and rights of /data.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* \
  && find /usr/local/bin -xtype l -delete \
  && chmod 755 /app/dist/cli/bin.js \
  && ln -s /app/dist/cli/bin.js /usr/local/bin/gnd-links \
  && install --directory --owner=1000 --group=1000 /data
VOLUME /data
# The user `node` of the base image, as a number so that an orchestrator sees that it is not root.
USER 1000:1000
# From here data/snapshots and data/sources, where commands look without settings, are those of the volume. Large temporary
# files of a build go there as well: /tmp may be in memory.
WORKDIR /
ENV NODE_ENV=production \
  GND_LINKS_HOST=0.0.0.0 \
  GND_LINKS_ADMIN_PORT=9464 \
  TMPDIR=/data \
  SQLITE_TMPDIR=/data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.GND_LINKS_ADMIN_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["gnd-links"]
CMD ["serve"]
