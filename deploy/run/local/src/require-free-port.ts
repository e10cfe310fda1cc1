import { createServer } from 'node:net';
import { CannotStart } from './data-folder.js';

/** Checked before anything starts, so that a taken port gives one error and not a half-started system. */
export const requireFreePort = (port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? 'is in use; set PORT to another one'
          : `cannot be used: ${error.message}`;
      reject(new CannotStart(`Port ${String(port)} on ${host} ${why}.`));
    });
    probe.listen(port, host, () =>
      probe.close(() => {
        resolve();
      }),
    );
  });
