import { v7 as uuidv7 } from 'uuid';
import { contentTypes, envelope as envelopeSchema, type Envelope } from '@crm/contracts/bus/envelope.js';
import { DeadLetter, type Rejection } from './bus.js';

/** What of an event is on the wire: the step of a trace is no part of it. */
function closed(envelope: Envelope): Envelope {
  if (!('traceparent' in envelope)) return envelope;
  const { traceparent: _header, ...rest } = envelope;
  return rest;
}

/** The bytes of a message: a CloudEvents event in JSON, structured mode. The step of a trace is no part of them. */
export const toBytes = (envelope: Envelope): Buffer => Buffer.from(JSON.stringify(closed(envelope)));

/** The bytes of a message that carries several events (CloudEvents JSON batch). */
export const batchToBytes = (envelopes: readonly Envelope[]): Buffer =>
  Buffer.from(JSON.stringify(envelopes.map(closed)));

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new DeadLetter('not JSON', error);
  }
}

function envelopeOf(value: unknown): Envelope {
  const read = envelopeSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new DeadLetter(`not an envelope: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`, read.error);
}

/** Reads a message. Throws a `DeadLetter` that says why where it is not an envelope; `data` is not looked at. */
export const fromBytes = (bytes: Buffer): Envelope => envelopeOf(jsonOf(bytes));

const openingBracket = '['.charCodeAt(0);

/** What a message says that it is, by how it begins: an array is a batch. */
export const contentTypeOf = (bytes: Buffer): string =>
  bytes[0] === openingBracket ? contentTypes.batch : contentTypes.event;

/** Reads a message that is one event or, by its content type, several. Throws a `DeadLetter` where any is not an envelope. */
export function eventsIn(bytes: Buffer, contentType: unknown): readonly Envelope[] {
  const value = jsonOf(bytes);
  if (contentType !== contentTypes.batch) return [envelopeOf(value)];
  if (!Array.isArray(value)) throw new DeadLetter('not a batch of events');
  return value.map(envelopeOf);
}

/**
 * What is published when a command was refused: an event of its own that carries the command and the reasons, caused
 * by it, under the command's type with `.rejected` behind. A redelivered command may be refused twice: `causationid`
 * tells.
 */
export function rejectionOf(command: Envelope, rejection: Rejection, now: Date): Envelope {
  const { by, code, message, errors } = rejection;
  return {
    specversion: '1.0',
    id: uuidv7(),
    source: by,
    type: `${command.type}.rejected`,
    time: now.toISOString(),
    subject: command.subject,
    dataschema: `${command.dataschema}.rejected`,
    datacontenttype: 'application/json',
    data: { command, code, message, ...(errors === undefined ? {} : { errors }) },
    correlationid: command.correlationid,
    causationid: command.id,
    actorid: command.actorid,
    actorrole: command.actorrole,
    sequence: command.sequence,
  };
}
