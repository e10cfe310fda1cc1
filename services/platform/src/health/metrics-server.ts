import { createServer } from 'node:http';
import type { Router } from 'express';
import { routeUnknown } from '../errors/app-error.js';
import { urlOf } from '../http/listening-url.js';
import { isNear } from '../http/near-request.js';
import { stateOf } from '../requests/carried-request.js';
import type { Metrics } from '../metrics/metrics.js';

const path = '/metrics';
/** A scrape that takes longer is given up by whoever asks, too. */
const requestTimeoutMs = 10_000;

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves `/metrics`, and nothing else, on a port of its own: network rules then open it to whoever scrapes and to nobody
 * who may make calls. Throws where the port is taken.
 */
export async function startMetricsServer(options: {
  metrics: Metrics;
  port: number;
  host: string;
}): Promise<MetricsServer> {
  const { metrics, port, host } = options;
  const server = createServer((req, res) => {
    if (req.method !== 'GET' || req.url !== path) {
      res.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => res.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  server.requestTimeout = requestTimeoutMs;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    url: urlOf(server.address(), host),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/**
 * Mounts `/metrics` on a service's own port for this machine alone, past any proxy; 404 for others. Without `metrics`, where
 * they have a port of their own, it is 404 for everybody.
 */
export function mountMetrics(router: Router, metrics: Metrics | undefined): void {
  router.get(path, async (req, res) => {
    if (metrics === undefined || !isNear(req)) throw routeUnknown();
    stateOf(req).isQuiet = true;
    res.setHeader('content-type', metrics.contentType);
    res.end(await metrics.text());
  });
}
