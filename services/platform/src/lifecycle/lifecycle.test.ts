import { EventEmitter } from 'node:events';
import { ConfigError } from '../config/load-config.js';
import { logLines, type LogLines } from '../testing/log-lines.js';
import { runService, type ProcessHost, type Service } from './run-service.js';
import { shutDown } from './shut-down.js';

/** A process to run services in: signals are sent to it, its exit is awaited. */
class TestProcess extends EventEmitter implements ProcessHost {
  readonly written: string[] = [];
  readonly stderr = { write: (text: string) => this.written.push(text) };
  readonly exited: Promise<number>;
  readonly exits: number[] = [];
  #resolve: (code: number) => void = () => undefined;

  constructor() {
    super();
    this.exited = new Promise((resolve) => (this.#resolve = resolve));
  }

  exit(code: number): void {
    this.exits.push(code);
    this.#resolve(code);
  }
}

function serviceWith(lines: LogLines, parts: Partial<Service> = {}): { service: Service; calls: string[] } {
  const calls: string[] = [];
  const service: Service = {
    url: 'http://127.0.0.1:4001',
    log: lines.log,
    start: async () => void calls.push('start'),
    stop: async () => void calls.push('stop'),
    ...parts,
  };
  return { service, calls };
}

describe('a service that is run', () => {
  test.each(['SIGTERM', 'SIGINT'])('starts, stops on %s and exits 0', async (signal) => {
    const host = new TestProcess();
    const lines = logLines();
    const { service, calls } = serviceWith(lines);
    await runService(() => service, host);
    expect(await lines.waitFor('started')).toMatchObject({ url: service.url });
    expect(host.exits).toEqual([]);
    host.emit(signal);
    expect(await host.exited).toBe(0);
    expect(calls).toEqual(['start', 'stop']);
  });

  test('says in plain words what its configuration lacks, and exits 1', async () => {
    const host = new TestProcess();
    await runService(() => {
      throw new ConfigError(['AUTH_URL: is required and is not set']);
    }, host);
    expect(await host.exited).toBe(1);
    expect(host.written).toEqual(['Invalid configuration:\n  - AUTH_URL: is required and is not set\n']);
  });

  test('puts down what had begun when its start fails, and exits 1', async () => {
    const host = new TestProcess();
    const lines = logLines();
    const { service, calls } = serviceWith(lines, { start: () => Promise.reject(new Error('port taken')) });
    await runService(() => service, host);
    expect(await host.exited).toBe(1);
    expect(await lines.waitFor('start failed')).toMatchObject({
      level: 'fatal',
      err: { message: 'port taken' },
    });
    expect(calls).toEqual(['stop']);
  });

  test.each([
    ['uncaughtException', 'uncaught exception'],
    ['unhandledRejection', 'unhandled rejection'],
  ])('stops in order after an %s, and exits 1', async (event, msg) => {
    const host = new TestProcess();
    const lines = logLines();
    const { service, calls } = serviceWith(lines);
    await runService(() => service, host);
    host.emit(event, new Error('nobody caught this'));
    expect(await host.exited).toBe(1);
    expect(await lines.waitFor(msg)).toMatchObject({
      level: 'fatal',
      err: { message: 'nobody caught this' },
    });
    expect(calls).toEqual(['start', 'stop']);
  });

  test('exits 1 when its stop fails', async () => {
    const host = new TestProcess();
    const lines = logLines();
    const { service } = serviceWith(lines, { stop: () => Promise.reject(new Error('store gone')) });
    await runService(() => service, host);
    host.emit('SIGTERM');
    expect(await host.exited).toBe(1);
    expect(await lines.waitFor('shutdown failed')).toMatchObject({ err: { message: 'store gone' } });
  });

  test('is ended when its stop takes too long', async () => {
    const host = new TestProcess();
    const lines = logLines();
    const { service } = serviceWith(lines, { stop: () => new Promise(() => undefined) });
    await runService(() => service, host, 20);
    host.emit('SIGTERM');
    expect(await host.exited).toBe(1);
    expect(await lines.waitFor('shutdown timed out')).toMatchObject({ limitMs: 20 });
  });

  test('is ended at once by a second signal', async () => {
    const host = new TestProcess();
    let finish: () => void = () => undefined;
    let hasBegun: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    const { service } = serviceWith(logLines(), {
      stop: () =>
        new Promise((resolve) => {
          finish = resolve;
          hasBegun();
        }),
    });
    await runService(() => service, host);
    host.emit('SIGINT');
    await begun;
    expect(host.exits).toEqual([]);
    host.emit('SIGINT');
    expect(host.exits).toEqual([1]);
    finish();
  });

  test('that is told to stop while it starts stops once it has started', async () => {
    const host = new TestProcess();
    const calls: string[] = [];
    let finish: () => void = () => undefined;
    const { service } = serviceWith(logLines(), {
      start: () =>
        new Promise((resolve) => {
          finish = () => {
            calls.push('started');
            resolve();
          };
        }),
      stop: async () => void calls.push('stop'),
    });
    const run = runService(() => service, host);
    await Promise.resolve();
    host.emit('SIGTERM');
    expect(calls).toEqual([]);
    finish();
    await run;
    expect(await host.exited).toBe(0);
    expect(calls).toEqual(['started', 'stop']);
  });
});

describe('putting a service down', () => {
  test('goes in the one order in which nothing is lost', async () => {
    const calls: string[] = [];
    const step = (name: string) => async () => void calls.push(name);
    const lines = logLines();
    await shutDown(
      {
        store: step('store'),
        bus: step('bus'),
        relay: step('relay'),
        work: step('work'),
        consumers: step('consumers'),
        http: step('http'),
        readiness: () => void calls.push('readiness'),
      },
      lines.log,
    );
    expect(calls).toEqual(['readiness', 'http', 'consumers', 'work', 'relay', 'bus', 'store']);
    expect(lines.all().map(({ msg }) => msg)).toEqual(['stopped']);
  });

  test('does the later steps too when one fails, and then tells of all that failed', async () => {
    const calls: string[] = [];
    const stopped = shutDown(
      {
        http: () => Promise.reject(new Error('busy')),
        relay: () => Promise.reject(new Error('no bus')),
        store: async () => void calls.push('store'),
      },
      logLines().log,
    );
    await expect(stopped).rejects.toMatchObject({
      errors: [
        { message: 'http could not be stopped', cause: { message: 'busy' } },
        { message: 'relay could not be stopped', cause: { message: 'no bus' } },
      ],
    });
    expect(calls).toEqual(['store']);
  });
});
