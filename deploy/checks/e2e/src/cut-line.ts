import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between browsers and an environment that can be cut to simulate a server or network failure. */
export interface Line {
  url: string;
  /** A line that is cut stays so. */
  cut: () => Promise<void>;
  /** A line that is whole stays so. */
  mend: () => Promise<void>;
}

export async function lineTo(url: string): Promise<Line> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  let own = 0;
  const mend = async () => {
    if (server.listening) return;
    server.listen(own, hostname);
    await once(server, 'listening');
  };
  await mend();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port');
  own = address.port;
  return {
    url: `http://${hostname}:${String(own)}`,
    cut: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend,
  };
}
