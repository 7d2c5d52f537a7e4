# The whole service in one container, as `npm start` runs it, for trying it out:
#   docker build -t service . && docker run --rm -p 8787:8787 -v service:/data service
FROM node:24-bookworm-slim

RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
# PostgreSQL does not run as root.
RUN mkdir /service /data && chown node:node /service /data
USER node
WORKDIR /service

COPY --chown=node:node package.json package-lock.json ./
COPY --chown=node:node openapi/client/package.json openapi/client/
COPY --chown=node:node scripts/trim.mjs scripts/
RUN npm ci
COPY --chown=node:node . .

# The address that others use: links and sign-in depend on it.
ENV HOST=0.0.0.0 PORT=8787 BASE_URL=http://localhost:8787 DATA_DIR=/data
VOLUME /data
EXPOSE 8787
CMD ["node_modules/.bin/node", "scripts/dev.ts"]
