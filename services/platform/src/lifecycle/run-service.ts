import { ConfigError } from '../config/load-config.js';
import { createLogger, type Logger } from '../log/logger.js';
import { StoreIsNewer } from '../migrations/schema-versions.js';

/** How long a service may take to put itself down, in milliseconds; whoever runs it must wait at least so long. */
export const stopLimitMs = 20_000;

/** What every service is to whoever runs it: a process, the launcher of one machine, a test. */
export interface Service {
  /** Where it listens; known once started. */
  readonly url: string;
  /** Used for what happens around the service; a plain logger where there is none. */
  readonly log?: Logger;
  start(): Promise<void>;
  /** It will be stopped in a moment, as are others beside it: what they take no more is no trouble. */
  stopping?(): void;
  /** Puts everything down in order and resolves when nothing of it is left running. */
  stop(): Promise<void>;
}

/** The part of `process` that running a service needs, so that a test can stand in for it. */
export interface ProcessHost {
  on(event: string, listener: (value: unknown) => void): unknown;
  exit(code: number): void;
  stderr: { write(text: string): unknown };
}

/**
 * Runs a service until SIGTERM or SIGINT, then stops it and exits 0. A configuration that is not complete prints its
 * problems and exits 1, and a store of a newer release one sentence; so does, after an orderly stop, a start that fails or an error nobody caught. A stop that takes
 * more than 20 s, or a second signal, ends the process at once.
 */
export async function runService(
  create: () => Service | Promise<Service>,
  host: ProcessHost = process,
  limitMs: number = stopLimitMs,
): Promise<void> {
  let service: Service | undefined;
  let stopping: Promise<void> | undefined;
  let starting: Promise<void> = Promise.resolve();
  let log: Logger = createLogger({ service: 'start', level: 'info' });

  function stop(exitCode: number): Promise<void> {
    if (stopping !== undefined) return stopping;
    const limit = setTimeout(() => {
      log.error({ limitMs }, 'shutdown timed out');
      host.exit(1);
    }, limitMs);
    stopping = (async () => {
      let code = exitCode;
      try {
        // What is still starting up has not yet got what there is to put down.
        await starting.catch(() => undefined);
        await service?.stop();
      } catch (error) {
        log.error({ err: error }, 'shutdown failed');
        code = 1;
      }
      clearTimeout(limit);
      host.exit(code);
    })();
    return stopping;
  }

  function fail(error: unknown, what: string): Promise<void> {
    log.fatal({ err: error }, what);
    return stop(1);
  }

  for (const signal of ['SIGTERM', 'SIGINT']) {
    host.on(signal, () => {
      if (stopping !== undefined) {
        host.exit(1);
        return;
      }
      log.info({ signal }, 'stopping');
      void stop(0);
    });
  }
  host.on('uncaughtException', (error) => void fail(error, 'uncaught exception'));
  host.on('unhandledRejection', (error) => void fail(error, 'unhandled rejection'));

  try {
    service = await create();
    log = service.log ?? log;
    starting = service.start();
    await starting;
    log.info({ url: service.url }, 'started');
  } catch (error) {
    if (error instanceof ConfigError || error instanceof StoreIsNewer) {
      host.stderr.write(`${error.message}\n`);
      await stop(1);
      return;
    }
    await fail(error, 'start failed');
  }
}
