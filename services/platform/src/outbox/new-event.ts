import type { z } from 'zod';
import { sentData, type Envelope, type MessageSpec } from '@crm/contracts/bus/envelope.js';
import type { RoleId } from '@crm/contracts/codes/roles.js';
import type { ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import { contextActor, currentContext, systemActor, type ContextActor } from '../log/request-context.js';
import { withTraceparent } from '../tracing/tracer.js';
import { newEventId } from './event-id.js';

/** Who caused an event: a signed-in user (the role as number or text), or the system itself. */
export type EventActor = { id: string; role: RoleId | ContextActor['role'] } | 'system';

/** The system acts on behalf of the API key of the request at hand, where there is one. */
function envelopeActor(actor: EventActor): ContextActor {
  if (actor === 'system') {
    const asker = currentContext()?.actor;
    return asker?.id.startsWith('api-key/') === true ? asker : systemActor;
  }
  const { id, role } = actor;
  return typeof role === 'string' ? { id, role } : contextActor({ id, role });
}

/**
 * What JSON makes of a value, at a quarter of the price of writing and reading it: fields that are set to undefined are
 * not there (the store would turn them into null), and what has a form of its own for JSON takes it. A value of which
 * JSON makes the same is answered itself: the contract that reads it copies it.
 */
function asItArrives(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const each = value.map((item: unknown) => (item === undefined ? null : asItArrives(item)));
    return each.every((item, index) => item === value[index]) ? value : each;
  }
  if ('toJSON' in value) return JSON.parse(JSON.stringify(value));
  // Looked at one by one, without entries: a lead has a hundred fields, and mostly all of them arrive as they are.
  const names = Object.keys(value);
  const isOther = (name: string) => {
    const field: unknown = Reflect.get(value, name);
    return field === undefined || asItArrives(field) !== field;
  };
  if (!names.some(isOther)) return value;
  return Object.fromEntries(
    names.flatMap((name) => {
      const arriving = asItArrives(Reflect.get(value, name));
      return arriving === undefined ? [] : [[name, arriving]];
    }),
  );
}

/**
 * Makes one message of the bus. `subject` names the changed document (`lead/<id>`) and `sequence` is its version after
 * the change; `data` is parsed by the contract and throws where it does not fit, which is a fault of the producer.
 * Correlation, cause and the step of a trace come from the request or message at hand.
 */
export function newEvent<S extends z.ZodType>(
  spec: MessageSpec<S>,
  about: {
    source: ServiceName;
    subject: string;
    sequence: number;
    data: z.input<S>;
    actor: EventActor;
    now: Date;
  },
): Envelope<z.output<S>> {
  const { source, subject, sequence, data, actor, now } = about;
  const context = currentContext();
  const { id, role } = envelopeActor(actor);
  const event: Envelope<z.output<S>> = {
    specversion: '1.0',
    id: newEventId(),
    source,
    type: spec.type,
    time: now.toISOString(),
    subject,
    dataschema: `urn:crm:${spec.type}`,
    datacontenttype: 'application/json',
    data: sentData(spec.data.parse(asItArrives(data)), spec.emptied),
    correlationid: context?.correlationId ?? newEventId(),
    ...(context?.causationId === undefined ? {} : { causationid: context.causationId }),
    actorid: id,
    actorrole: role,
    sequence,
  };
  return withTraceparent(event, context?.span?.traceparent);
}
