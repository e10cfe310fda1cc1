import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Linux, macOS and Windows give connections and servers without a port of their own only ports above these.
// Of those below, fetch and browsers refuse some, 10080 the last.
const lowest = 10_081;
const count = 22_687;
// From a random one on, so that two processes seldom ask for the same.
let asked = randomInt(count);

const isFree = (port: number) =>
  new Promise<boolean>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    probe.listen(port, '127.0.0.1', () =>
      probe.close(() => {
        resolve(true);
      }),
    );
  });

/**
 * A free port of 127.0.0.1, for a server whose address another one needs before it listens. Until it does, no
 * connection and no server on port 0 is given the same port by the system, and no other call in this process.
 *
 * @returns a port from 10,081 to 32,767
 * @throws what the system refuses a server with, where it is not that a port is in use
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < count; tries += 1) {
    const port = lowest + (asked++ % count);
    if (await isFree(port)) return port;
  }
  throw new Error('Every port from 10081 to 32767 is in use');
}
