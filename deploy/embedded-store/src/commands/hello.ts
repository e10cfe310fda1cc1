/** What the server says of itself: a standalone one, so drivers offer neither transactions nor retryable writes. */
import { MAX_DOCUMENT_BYTES } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { MAX_MESSAGE_BYTES } from '../wire.js';
import type { Answer, Command, Engine, Handler } from './command.js';
import { listArgument } from './command.js';

const VERSION = '7.0.0';
/** The wire version of MongoDB 7. */
const WIRE_VERSION = 21;
const MAX_BATCH = 100_000;

const hello: Handler = (command): Answer => ({
  ...(command.body.has('helloOk') ? { helloOk: true } : {}),
  ...(command.name === 'hello' ? { isWritablePrimary: true } : { ismaster: true }),
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  maxMessageSizeBytes: MAX_MESSAGE_BYTES,
  maxWriteBatchSize: MAX_BATCH,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  connectionId: command.connection,
  minWireVersion: 0,
  maxWireVersion: WIRE_VERSION,
  readOnly: false,
});

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
  catalogStats: { collections: store.collections.size },
});

const getParameter: Handler = ({ body }) => {
  const value = body.get('getParameter');
  if (value === '*' || body.has('featureCompatibilityVersion')) {
    return { featureCompatibilityVersion: { version: '7.0' } };
  }
  throw new StoreError('InvalidOptions', 'no option found to get');
};

const connectionStatus: Handler = () => ({
  authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] },
});

/** Sessions hold nothing here, so all that are named have ended. */
const endSessions: Handler = ({ body }: Command, _engine: Engine) => {
  listArgument(body, 'endSessions', 'endSessions');
  return {};
};

export const greetings: Readonly<Record<string, Handler>> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: () => ({}),
  buildInfo,
  buildinfo: buildInfo,
  serverStatus,
  getParameter,
  connectionStatus,
  endSessions,
};
