import { pino, type DestinationStream } from 'pino';

const packetBytes = 4_096;
const longestWaitMs = 100;

/** A stream of log lines that can be told to send what waits. */
export interface LinePackets extends DestinationStream {
  /** Writes what waits now. Pino calls it after a fatal line. */
  flushSync(): void;
}

/**
 * Log lines in packets of some 4 KB, or after 100 ms: written one by one each line is a system call of its own, paid by
 * the request that it tells of. Lines come out whole, in order, and the last ones with the end of the process; a kill -9
 * takes the last tenth of a second along. `fd` is an open file descriptor.
 */
export function linePackets(fd: number): LinePackets {
  const destination = pino.destination({ dest: fd, sync: true, minLength: packetBytes });
  let timer: NodeJS.Timeout | undefined;

  function flushSync(): void {
    clearTimeout(timer);
    timer = undefined;
    destination.flush();
  }
  process.once('exit', flushSync);

  return {
    write: (line) => {
      destination.write(line);
      timer ??= setTimeout(flushSync, longestWaitMs).unref();
    },
    flushSync,
  };
}

let standardOutput: LinePackets | undefined;

/** The one way to standard output of a process, however many services and loggers share it. */
export function linesToStandardOutput(): LinePackets {
  standardOutput ??= linePackets(process.stdout.fd);
  return standardOutput;
}
