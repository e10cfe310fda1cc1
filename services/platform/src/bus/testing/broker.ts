import { execFile } from 'node:child_process';
import { connect as openSocket } from 'node:net';
import { promisify } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { brokerTurns } from './broker-turns.js';

const run = promisify(execFile);

/** A real broker to test against, in a corner of its own. */
export interface TestBroker {
  /** With the virtual host in its path. */
  url: string;
  /** Before the names of exchanges and queues, where the virtual host is shared; else empty. */
  prefix: string;
  /** There only where `rabbitmqctl` is: stops the broker, runs `meanwhile`, starts it again. */
  restart?: (meanwhile?: () => Promise<void>) => Promise<void>;
  /** There only where `rabbitmqctl` is: cuts every connection to the virtual host. */
  cutConnections?: () => Promise<void>;
  /** Removes the virtual host with all that is in it. */
  remove(): Promise<void>;
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = openSocket({ host, port, timeout: 10_000 });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => {
      end(true);
    });
    socket.once('timeout', () => {
      end(false);
    });
    socket.once('error', () => {
      end(false);
    });
  });
}

/** Whether the broker runs on this machine and `rabbitmqctl` may speak to it. */
export async function hasControl(url: URL): Promise<boolean> {
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) return false;
  try {
    await run('rabbitmqctl', ['await_startup', '--timeout', '60']);
    return true;
  } catch {
    return false;
  }
}

/** The address of the broker that tests may use: RABBITMQ_URL, or this machine's own; undefined where none answers. */
export async function brokerUrl(): Promise<URL | undefined> {
  const url = new URL(process.env['RABBITMQ_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672');
  const port = url.port === '' ? 5672 : Number(url.port);
  // Where another test restarts it, it is there all the same.
  await brokerTurns.free();
  return (await answers(url.hostname, port)) ? url : undefined;
}

/** Makes a virtual host for one test file; where `rabbitmqctl` is missing, a prefix in the given one instead. */
export async function useBroker(url: URL): Promise<TestBroker> {
  const name = `crm-test-${uuidv7()}`;
  if (!(await hasControl(url))) {
    return { url: url.href, prefix: `${name}.`, remove: async () => undefined };
  }
  const control = async (...args: string[]) => {
    await run('rabbitmqctl', args);
  };
  const turn = await brokerTurns.use();
  const user = decodeURIComponent(url.username === '' ? 'guest' : url.username);
  await control('add_vhost', name);
  await control('set_permissions', '-p', name, user, '.*', '.*', '.*');
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    prefix: '',
    restart: (meanwhile) =>
      turn.alone(async () => {
        await control('stop_app');
        try {
          await meanwhile?.();
        } finally {
          await control('start_app');
          await control('await_startup');
        }
      }),
    cutConnections: () => control('close_all_connections', '--vhost', name, 'cut by a test'),
    remove: async () => {
      try {
        await control('delete_vhost', name);
      } finally {
        turn.end();
      }
    },
  };
}
