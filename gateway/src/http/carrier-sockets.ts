import http, { type IncomingMessage, type Server } from 'node:http';
import https from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from '@crm/platform/log/logger.js';

/** Where a browser's simulated calling device connects. */
const devicePath = '/_sim/client';
/** socket.io ends an upgrade that nobody has answered after as long. */
const answerLimitMs = 1_000;

/** The head of an answer as it came, to be written on a connection that http has released. */
function headOf({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/${httpVersion} ${String(statusCode ?? 502)} ${statusMessage ?? ''}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    lines.push(`${rawHeaders[at] ?? ''}: ${rawHeaders[at + 1] ?? ''}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const refuse = (socket: Duplex, status: string) => {
  socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
};

/** One direction; who goes away takes the other side along, once it has heard all that was said. */
function passOn(from: Duplex, to: Duplex): void {
  const end = () => to.end(() => to.destroy());
  from.once('end', end).once('close', end);
  from.pipe(to, { end: false });
}

/**
 * Passes the WebSockets of simulated calling devices on to the simulated carrier, byte by byte: the token of each is
 * checked there. Every other address is left to whoever else takes upgrades of this server.
 */
export function passCarrierSockets(server: Server, carrierUrl: string, log: Logger): { close(): void } {
  const open = new Set<Duplex>();
  const { request } = carrierUrl.startsWith('https:') ? https : http;

  const pass = (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { pathname } = new URL(req.url ?? '/', 'http://gateway');
    if (pathname !== devicePath) return;
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));

    const outgoing = request(new URL(req.url ?? devicePath, carrierUrl), {
      headers: { ...req.headers, host: new URL(carrierUrl).host },
      timeout: answerLimitMs,
    });
    outgoing.once('upgrade', (answer, carrier, first) => {
      open.add(carrier);
      carrier.once('close', () => open.delete(carrier));
      carrier.on('error', () => carrier.destroy());
      // The time limit was for the answer: a device may be silent between two calls.
      if (carrier instanceof Socket) carrier.setTimeout(0);
      socket.write(headOf(answer));
      if (first.length > 0) socket.write(first);
      if (head.length > 0) carrier.write(head);
      passOn(carrier, socket);
      passOn(socket, carrier);
    });
    outgoing.once('response', (answer) => {
      answer.resume();
      refuse(socket, `${String(answer.statusCode ?? 502)} ${answer.statusMessage ?? ''}`);
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error('The carrier did not respond')));
    outgoing.once('error', (error) => {
      log.warn({ err: error }, 'a calling device could not reach the simulated carrier');
      refuse(socket, '502 Bad Gateway');
    });
    socket.once('close', () => outgoing.destroy());
    outgoing.end();
  };
  server.on('upgrade', pass);

  return {
    close: () => {
      server.off('upgrade', pass);
      for (const socket of open) socket.destroy();
    },
  };
}
