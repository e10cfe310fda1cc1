import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { Registry } from 'prom-client';
import { readGauges } from '@crm/platform/metrics/gauges.js';
import type { Bucket } from './bucket/bucket.js';
import { storedBackups, type StoredBackup } from './bucket/stored-backups.js';

/** A scrape is answered from the last listing for so long: each one costs money. */
const freshMs = 300_000;

/**
 * Serves metrics of the backups in a bucket at `/metrics`, and `/healthz`. The bucket itself is asked, not whoever wrote to it: a
 * backup that was deleted is not there. While it cannot be listed there is no value, rather than an old one.
 */
export async function watchBackups(
  bucket: Bucket,
  { port, now, report }: { port: number; now: () => Date; report: (error: unknown) => void },
): Promise<Server> {
  let listed: { at: number; backups: readonly StoredBackup[] } | undefined;
  const list = async () => {
    if (listed === undefined || now().getTime() - listed.at > freshMs) {
      listed = undefined;
      listed = { backups: await storedBackups(bucket), at: now().getTime() };
    }
    return listed.backups;
  };
  const registry = new Registry();
  readGauges(
    registry,
    async () => {
      try {
        return await list();
      } catch (error) {
        report(error);
        throw error;
      }
    },
    {
      backup_last_success_timestamp_seconds: {
        help: 'When the newest complete backup was made',
        readings: (backups) => backups.slice(-1).map(({ at }) => ({ value: at.getTime() / 1_000 })),
      },
      backup_last_size_bytes: {
        help: 'Size of the newest complete backup',
        readings: (backups) => backups.slice(-1).map(({ bytes }) => ({ value: bytes })),
      },
      backup_complete_count: {
        help: 'Complete backups in the bucket',
        readings: (backups) => [{ value: backups.length }],
      },
    },
  );
  const server = createServer((request, response) => {
    if (request.url === '/healthz') {
      response.end('{"alive":true}');
    } else if (request.url === '/metrics') {
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    } else {
      response.writeHead(404).end();
    }
  });
  server.listen(port);
  await once(server, 'listening');
  return server;
}
