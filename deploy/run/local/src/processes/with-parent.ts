// Preloaded before a service's entry. The launcher holds the other end of standard input: when it exits for any
// reason, the service exits too, so that no orphan consumes messages for a store that is gone.
import { Socket } from 'node:net';

const line = new Socket({ fd: 0, readable: true, writable: false });
const end = () => process.kill(process.pid, 'SIGKILL');
line.on('end', end).on('error', end).resume();
// Does not keep the process running.
line.unref();
