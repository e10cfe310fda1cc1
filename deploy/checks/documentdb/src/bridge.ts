import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import postgres from 'postgres';
import { ERROR_CODES, StoreError } from '@crm/embedded-store/values/errors.js';
import { Double, isDoc } from '@crm/embedded-store/values/values.js';
import { Framing, readRequest, writeAnswer } from '@crm/embedded-store/wire.js';
import { createCommands, type Answer, type Commands } from './commands.js';
import { codeOfState, stateOfNumber } from './error-codes.js';
import { openPool } from './postgres.js';

/** More than the tests hold at once: each open cursor keeps one. */
const connections = 120;

export interface Bridge {
  /** For a client of MongoDB's. */
  uri: string;
  close(): Promise<void>;
}

/** An error as MongoDB tells it: by the code that a client acts upon. */
function failure(error: unknown): Answer {
  const told = (code: number, errmsg: string): Answer => ({ ok: new Double(0), errmsg, code });
  if (error instanceof StoreError) return told(error.code, error.message);
  if (error instanceof postgres.PostgresError)
    return told(codeOfState(error.code) ?? ERROR_CODES.OperationFailed, `${error.code} ${error.message}`);
  throw error;
}

/** What a write could not do is in its answer, by the number of PostgreSQL's state. */
function withCodes(answer: Answer): Answer {
  const { writeErrors } = answer;
  if (!Array.isArray(writeErrors)) return answer;
  return {
    ...answer,
    writeErrors: writeErrors.map((each) => {
      const packed = isDoc(each) ? each.get('code') : undefined;
      if (!isDoc(each) || typeof packed !== 'number') return each;
      return new Map([...each, ['code', codeOfState(stateOfNumber(packed)) ?? packed]]);
    }),
  };
}

function serve(socket: Socket, commands: Commands): void {
  const framing = new Framing();
  let turn = Promise.resolve();
  const handle = async (message: Buffer) => {
    const request = readRequest(message);
    const answer = await commands.answer(request).then(withCodes, failure);
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
