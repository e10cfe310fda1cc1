#!/usr/bin/env node
/** The store as a standalone process: `embedded-store --path DIR (--port N | --socket FILE)`. */
import { parseArgs } from 'node:util';
import { createServer } from './server.js';

const { values } = parseArgs({
  options: {
    path: { type: 'string' },
    port: { type: 'string' },
    socket: { type: 'string' },
    /** Shut down when standard input closes, that is, when the parent process exits for whatever reason. */
    'with-parent': { type: 'boolean', default: false },
  },
});

/** Time for the error responses of the last writes to be flushed to the sockets. */
const LAST_ANSWERS_MS = 100;

function giveUp(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const { path } = values;
if (path === undefined) giveUp('Usage: embedded-store --path DIR (--port N | --socket FILE)');
const port = Number(values.port ?? 0);
if (!Number.isInteger(port) || port < 0 || port > 65535) giveUp(`'${values.port ?? ''}' is not a port.`);

// What the store writes is for its owner alone.
process.umask(0o077);
try {
  const server = await createServer({
    path,
    port,
    // A port is open to every user of the machine, a socket file to its owner alone.
    ...(values.socket === undefined ? { asksPassword: true } : { socketPath: values.socket }),
  });
  let closing = false;
  const close = () => {
    if (closing) return;
    closing = true;
    void server.close().then(() => process.exit(0));
  };
  // Delayed, so that the failed writes' responses are sent first. No graceful close: it would wait for writes that cannot
  // succeed.
  void server.failed.then((failure) => setTimeout(() => giveUp(failure.message), LAST_ANSWERS_MS));
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  if (values['with-parent']) process.stdin.on('end', close).on('error', close).resume();
  process.stdout.write(`${JSON.stringify({ ready: true, uri: server.uri })}\n`);
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}
