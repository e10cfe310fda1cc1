import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Framing, readRequest, writeAnswer } from '@crm/embedded-store/wire.js';
import { createCommands, type Commands } from './commands.js';
import { openPool } from './postgres.js';

/** More than the tests hold at once: each open cursor keeps one. */
const connections = 120;

export interface Bridge {
  /** For a client of MongoDB's. */
  uri: string;
  close(): Promise<void>;
}

function serve(socket: Socket, commands: Commands): void {
  const framing = new Framing();
  let turn = Promise.resolve();
  const handle = async (message: Buffer) => {
    const request = readRequest(message);
    const answer = await commands.answer(request);
    if (request.answered && socket.writable) socket.write(writeAnswer(request, answer));
  };
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    for (const message of framing.push(chunk))
      turn = turn
        .then(() => handle(Buffer.from(message)))
        .catch((error: unknown) => {
          process.stderr.write(
            `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
          );
          socket.destroy();
        });
  });
}

/** Answers clients of MongoDB's on a port of this machine, with the DocumentDB in the PostgreSQL at another one. */
export async function startBridge(postgresPort: number): Promise<Bridge> {
  const sql = openPool(postgresPort, connections);
  const commands = createCommands(sql);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, commands);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    uri: `mongodb://127.0.0.1:${String(port)}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await commands.close();
      await sql.end();
    },
  };
}
