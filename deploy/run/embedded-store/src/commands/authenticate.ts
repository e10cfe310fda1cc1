/** SASL commands: a driver authenticates with them before anything else. */
import { MECHANISM, authenticationFailed } from '../authentication/scram.js';
import type { Step } from '../authentication/authentication.js';
import { bytesOf, Binary } from '../values/values.js';
import {
  documentArgument,
  flagArgument,
  missing,
  numberArgument,
  textArgument,
  type Answer,
  type Command,
  type Handler,
} from './command.js';
import { checkCommand, checkFields, fields } from './fields.js';

const DATABASE = 'admin';
const startFields = fields('saslStart mechanism payload autoAuthorize options db');
const optionFields = fields('skipEmptyExchange');
const continueFields = fields('saslContinue conversationId payload');

/** A message of the mechanism, which is text; drivers send it as binary data. */
function payloadOf({ name, body }: Command): string {
  const payload = body.get('payload');
  if (payload instanceof Binary) return Buffer.from(bytesOf(payload)).toString('utf8');
  if (typeof payload === 'string') return Buffer.from(payload, 'base64').toString('utf8');
  throw missing(`${name}.payload`);
}

const answerOf = ({ payload, ...step }: Step): Answer => ({
  ...step,
  payload: new Binary(Buffer.from(payload)),
});

const saslStart: Handler = (command) => {
  const { body, authentication, database } = command;
  checkCommand(body, 'saslStart', startFields);
  if (database !== DATABASE) throw authenticationFailed();
  const options = documentArgument(body, 'options', 'saslStart');
  if (options) checkFields(options, 'saslStart.options', optionFields);
  const isShort = options !== undefined && flagArgument(options, 'skipEmptyExchange', 'saslStart.options');
  return answerOf(
    authentication.start(textArgument(body, 'mechanism', 'saslStart'), payloadOf(command), isShort),
  );
};

const saslContinue: Handler = (command) => {
  const { body, authentication } = command;
  checkCommand(body, 'saslContinue', continueFields);
  const conversation = numberArgument(body, 'conversationId', 'saslContinue');
  return answerOf(authentication.continue(conversation ?? 0, payloadOf(command)));
};

const logout: Handler = ({ body, authentication }) => {
  checkCommand(body, 'logout', fields('logout'));
  authentication.end();
  return {};
};

export const authenticationCommands: Readonly<Record<string, Handler>> = { saslStart, saslContinue, logout };

/** What anybody may ask: who the server is, and to be known by it. */
export const openCommands: ReadonlySet<string> = new Set([
  ...['hello', 'isMaster', 'ismaster', 'ping', 'buildInfo', 'buildinfo', 'connectionStatus'],
  ...['endSessions', ...Object.keys(authenticationCommands)],
]);

/** Which mechanisms a user may authenticate with; the same for an unknown one. */
export const mechanisms: readonly string[] = [MECHANISM];
