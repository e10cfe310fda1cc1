import { v7 as uuidv7 } from 'uuid';
import { envelope as envelopeSchema, type Envelope } from '@crm/contracts/bus/envelope.js';
import { DeadLetter, type Rejection } from './bus.js';

/** The bytes of a message: a CloudEvents event in JSON, structured mode. The step of a trace is no part of them. */
export function toBytes(envelope: Envelope): Buffer {
  if (!('traceparent' in envelope)) return Buffer.from(JSON.stringify(envelope));
  const { traceparent: _header, ...closed } = envelope;
  return Buffer.from(JSON.stringify(closed));
}

/** Reads a message. Throws a `DeadLetter` that says why where it is not an envelope; `data` is not looked at. */
export function fromBytes(bytes: Buffer): Envelope {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new DeadLetter('not JSON', error);
  }
  const read = envelopeSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new DeadLetter(`not an envelope: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`, read.error);
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
