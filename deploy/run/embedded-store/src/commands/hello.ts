/** Handshake: announces a standalone server, so that drivers use neither transactions nor retryable writes. */
import { MAX_DOCUMENT_BYTES } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { MAX_MESSAGE_BYTES } from '../wire.js';
import type { Answer, Command, Engine, Handler } from './command.js';
import { mechanisms } from './authenticate.js';
import { listArgument } from './command.js';
import { checkCommand, fields } from './fields.js';

const VERSION = '7.0.0';
/** The wire version of MongoDB 7. */
const WIRE_VERSION = 21;
const MAX_BATCH = 100_000;

/** Unknown fields are allowed, as in MongoDB, because any client version must be able to connect. No streaming hello. */
const hello: Handler = (command): Answer => {
  if (command.body.has('topologyVersion') || command.body.has('maxAwaitTimeMS')) {
    throw new StoreError(
      'NotImplemented',
      "the option 'topologyVersion' of 'hello' is not supported by this store",
    );
  }
  return greeting(command);
};

const greeting = (command: Command): Answer => ({
  ...(command.body.has('helloOk') ? { helloOk: true } : {}),
  ...(command.name === 'hello' ? { isWritablePrimary: true } : { ismaster: true }),
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  maxMessageSizeBytes: MAX_MESSAGE_BYTES,
  maxWriteBatchSize: MAX_BATCH,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  connectionId: command.connection,
  ...(command.body.has('saslSupportedMechs') ? { saslSupportedMechs: [...mechanisms] } : {}),
  minWireVersion: 0,
  maxWireVersion: WIRE_VERSION,
  readOnly: false,
});

/** A command with no arguments, except those named in `more`. */
const plain =
  (name: string, say: Handler, more = ''): Handler =>
  (command, engine) => {
    checkCommand(command.body, name, fields(`${name} ${more}`));
    return say(command, engine);
  };

const buildInfo: Handler = () => ({
  version: VERSION,
  versionArray: [7, 0, 0, 0],
  gitVersion: 'embedded',
  modules: ['embedded-store'],
  javascriptEngine: 'none',
  bits: 64,
  debug: false,
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  storageEngines: ['lmdb'],
});

const serverStatus: Handler = (_command, { started, connections, cursors, store }) => ({
  host: '127.0.0.1',
  version: VERSION,
  process: 'embedded-store',
  pid: process.pid,
  uptime: Math.floor((Date.now() - started.getTime()) / 1000),
  localTime: new Date(),
  connections: { current: connections() },
  metrics: { cursor: { open: { total: cursors.size } } },
  mem: { bits: 64, resident: Math.round(process.memoryUsage.rss() / 1_048_576) },
  storageEngine: { name: 'lmdb', persistent: true },
  catalogStats: { collections: store.catalog.collections.size },
});

const getParameter: Handler = ({ body }) => {
  const value = body.get('getParameter');
  if (value === '*' || body.has('featureCompatibilityVersion')) {
    return { featureCompatibilityVersion: { version: '7.0' } };
  }
  throw new StoreError('InvalidOptions', 'no option found to get');
};

const connectionStatus: Handler = ({ authentication: { user } }) => ({
  authInfo: {
    authenticatedUsers: user === undefined ? [] : [{ user, db: 'admin' }],
    authenticatedUserRoles: [],
  },
});

/** Sessions have no state on this server, so there is nothing to end. */
const endSessions: Handler = ({ body }: Command, _engine: Engine) => {
  listArgument(body, 'endSessions', 'endSessions');
  return {};
};

export const greetings: Readonly<Record<string, Handler>> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: plain('ping', () => ({})),
  buildInfo: plain('buildInfo', buildInfo),
  buildinfo: plain('buildinfo', buildInfo),
  serverStatus,
  getParameter,
  connectionStatus: plain('connectionStatus', connectionStatus, 'showPrivileges'),
  endSessions: plain('endSessions', endSessions),
};
