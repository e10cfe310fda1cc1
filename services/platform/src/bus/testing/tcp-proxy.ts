import { createServer, connect, type Server, type Socket } from 'node:net';

/** A line to a server that a test can trouble: what is in its way is the same for every kind of server. */
export interface TcpProxy {
  port: number;
  /** Cuts every connection; new ones are let through at once. */
  cut: () => void;
  /** Cuts every connection and lets none through until `restore`. */
  takeAway: () => void;
  /** Lets nothing more through on the connections there are, and tells neither side. New ones are let through. */
  freeze: () => void;
  restore: () => void;
  close(): Promise<void>;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isAway = false;

  const server = createServer((near) => {
    if (isAway) {
      near.destroy();
      return;
    }
    const far = connect(target);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      // A cut line shows as an error on one side or the other: both ends go, which is what a cut is.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  });
  const port = await listen(server);

  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }

  return {
    port,
    cut,
    takeAway: () => {
      isAway = true;
      cut();
    },
    freeze: () => {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    restore: () => {
      isAway = false;
    },
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => {
          resolve();
        });
      }),
  };
}
