import { connect, createServer, type Socket } from 'node:net';

/** One of several processes behind an address. */
export interface Member {
  port: number;
  /** Whether it may be sent something; one that is not ready is taken only where no other is. */
  isReady: boolean;
}

/** One address before several processes of this machine. */
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

/** What one side says goes to the other; what happens to one happens to both. */
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
 * Listens on this machine and gives each connection to the next process that is ready, as a Service does in Kubernetes:
 * by connection, without a look inside, so that sockets and uploads pass like anything else. One that cannot be reached is
 * passed over. `port` 0 takes any free one.
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
    // Until it is joined to somebody, a caller that goes away is nobody's trouble.
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
