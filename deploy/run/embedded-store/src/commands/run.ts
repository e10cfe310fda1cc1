/** Command dispatch: looks up the handler of a request, runs it, and converts errors to MongoDB's error responses. */
import type { Writable } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { Double } from '../values/values.js';
import { Turns, type Clock } from '../turns.js';
import type { Request } from '../wire.js';
import { aggregate } from './aggregate.js';
import { authenticationCommands, openCommands } from './authenticate.js';
import { catalog } from './catalog.js';
import type { Answer, Command, Engine, Handler } from './command.js';
import { explain } from './explain.js';
import { findAndModify } from './find-and-modify.js';
import { checkGeneric, readMaxTime } from './generic.js';
import { greetings } from './hello.js';
import { reads } from './read.js';
import { writes } from './write.js';

const handlers = new Map<string, Handler>(
  Object.entries({
    ...greetings,
    ...authenticationCommands,
    ...reads,
    ...writes,
    ...catalog,
    aggregate,
    explain,
    findAndModify,
    findandmodify: findAndModify,
  }),
);

const OK = new Double(1);
/** The commands that accept a document sequence, and the field it stands for. */
const SEQUENCES: Readonly<Record<string, string>> = {
  insert: 'documents',
  update: 'updates',
  delete: 'deletes',
};

/** A client's connection: its number, and who it is. */
export type Sender = Pick<Command, 'connection' | 'authentication'>;

function commandOf({ body, sequences }: Request, sender: Sender, clock: Clock): Command {
  const name = body.keys().next().value ?? '';
  const database = body.get('$db');
  if (typeof database !== 'string' || database === '') {
    throw new StoreError(40571, 'OP_MSG requests require a $db argument');
  }
  if (/[/\\. "$\0]/.test(database)) {
    throw new StoreError('InvalidNamespace', `Invalid database name: '${database}'`);
  }
  const beside = [...sequences.keys()].find((field) => field !== SEQUENCES[name]);
  if (beside !== undefined) {
    throw new StoreError(40415, `BSON field '${name}.${beside}' is an unknown field.`);
  }
  const turns = new Turns(clock, readMaxTime(body, name));
  return { name, database, body, sequences, ...sender, turns };
}

/** The error response to a command. */
export function failure(error: unknown): Answer {
  const known =
    error instanceof StoreError
      ? error
      : new StoreError('InternalError', error instanceof Error ? error.message : String(error));
  return {
    ok: new Double(0),
    errmsg: known.message,
    code: known.code,
    codeName: known.codeName,
    ...(known.details as Record<string, Writable>),
  };
}

/** Runs the command of a request and returns its response; never throws. */
export async function answer(request: Request, sender: Sender, engine: Engine): Promise<Answer> {
  try {
    const command = commandOf(request, sender, engine.clock);
    const handler = handlers.get(command.name);
    if (!handler) throw new StoreError('CommandNotFound', `no such command: '${command.name}'`);
    if (!openCommands.has(command.name)) command.authentication.require(command.name);
    checkGeneric(command);
    return { ...(await handler(command, engine)), ok: OK };
  } catch (error) {
    return failure(error);
  }
}
