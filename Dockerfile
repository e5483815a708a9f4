# Builds the package from the clone, then installs it as users do.
FROM node:24-slim AS build
WORKDIR /clone
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --pack-destination /

FROM node:24-slim
COPY --from=build /bot-emulator-*.tgz /tmp/
RUN npm install --global --no-audit --no-fund /tmp/bot-emulator-*.tgz && rm /tmp/bot-emulator-*.tgz \
  && mkdir /world && chown node:node /world
USER node
WORKDIR /world
VOLUME /world
EXPOSE 8081
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s CMD ["bot-emulator", "ready", "--url", "http://127.0.0.1:8081"]
# Pass BOT_EMULATOR_CONTROL_TOKEN to `docker run`. Without it, `start` refuses to listen on 0.0.0.0.
ENTRYPOINT ["bot-emulator"]
CMD ["start", "--headless", "--host", "0.0.0.0", "--port", "8081", "--db", "/world/world.sqlite"]
