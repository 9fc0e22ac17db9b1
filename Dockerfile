# One image for the web program, the runner and the operator's commands.
# NOT TRIED: there was no Docker engine where this was written. Its commands were run by hand in a copy of the checkout.

FROM node:24-bookworm-slim AS base
WORKDIR /paddock
ENV NEXT_TELEMETRY_DISABLED=1 TURBO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1

FROM base AS build
RUN npm install --global pnpm@12.21.0
COPY . .
RUN pnpm install --frozen-lockfile && pnpm exec turbo run build
# The web program's own trace of what it needs replaces its dependencies; the rest runs from its sources.
RUN mv apps/web/.next/standalone /standalone && rm -rf apps bench testing node_modules packages/*/node_modules \
    && pnpm install --prod --frozen-lockfile --filter @paddock/runner-daemon... --filter @paddock/single-node...

FROM base
ENV NODE_ENV=production
COPY --from=build /paddock/package.json ./
COPY --from=build /paddock/node_modules ./node_modules
COPY --from=build /paddock/packages ./packages
COPY --from=build /standalone ./web
RUN mkdir -p /var/lib/paddock/blobs /var/lib/paddock/jobs /var/lib/paddock/runner && chown -R node:node /var/lib/paddock
USER node
VOLUME /var/lib/paddock
EXPOSE 4700
CMD ["node", "web/apps/web/server.js"]
