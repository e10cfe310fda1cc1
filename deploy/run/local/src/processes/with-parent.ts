// Loaded before a service's own entry. The launcher holds the other end of standard input: when it dies, however that is,
// the service goes too, and none stays behind that takes messages for a store which is gone.
import { Socket } from 'node:net';

const line = new Socket({ fd: 0, readable: true, writable: false });
const end = () => process.kill(process.pid, 'SIGKILL');
line.on('end', end).on('error', end).resume();
// The service alone says how long it runs.
line.unref();
