import { connect, createServer, type Socket } from 'node:net';

/** A backend process. */
export interface Member {
  port: number;
  /** Whether it is ready; one that is not is used only if no other is. */
  isReady: boolean;
}

/** A load balancer for several processes on this machine. */
export interface Balancer {
  url: string;
  add(member: Member): void;
  close(): Promise<void>;
}

const host = '127.0.0.1';

function reach(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, noDelay: true });
    const refused = () => {
      resolve(undefined);
    };
    socket.once('error', refused);
    socket.once('connect', () => {
      socket.off('error', refused);
      resolve(socket);
    });
  });
}

/** Pipes both ways; errors and closes propagate. */
function join(near: Socket, far: Socket): void {
  for (const [socket, other] of [
    [near, far],
    [far, near],
  ] as const) {
    socket.on('error', () => other.destroy());
    socket.on('close', () => other.destroy());
    socket.pipe(other);
  }
}

/**
 * Listens on this machine and forwards each connection to the next ready process, like a Kubernetes Service: by
 * connection, without inspecting it, so that sockets and uploads work. Unreachable ones are skipped. `port` 0 takes
 * any free one.
 */
export async function startBalancer(port = 0): Promise<Balancer> {
  const members: Member[] = [];
  const open = new Set<Socket>();
  let turn = 0;

  function inTurn(): Member[] {
    turn += 1;
    const from = turn % Math.max(1, members.length);
    const round = [...members.slice(from), ...members.slice(0, from)];
    return [...round.filter(({ isReady }) => isReady), ...round.filter(({ isReady }) => !isReady)];
  }

  async function pass(near: Socket): Promise<void> {
    open.add(near);
    near.once('close', () => open.delete(near));
    // A client that disconnects before it is forwarded is ignored.
    near.on('error', () => undefined);
    for (const member of inTurn()) {
      const far = await reach(member.port);
      if (far === undefined) continue;
      if (near.destroyed) far.destroy();
      else join(near, far);
      return;
    }
    near.resetAndDestroy();
  }

  const server = createServer({ noDelay: true }, (near) => void pass(near));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const own = typeof address === 'object' && address !== null ? address.port : port;

  return {
    url: `http://${host}:${String(own)}`,
    add: (member) => {
      members.push(member);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of open) socket.destroy();
      }),
  };
}
