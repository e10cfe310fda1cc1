import type { Connection } from 'mongoose';
import {
  dropDeadLetter,
  dropDelivery,
  getSystemPart,
  listDeadLetters,
  listDeliveries,
  listSystemActions,
  readDeadLetter,
  readDelivery,
  retryDeadLetter,
  retryDelivery,
  type DeadLetter,
  type ParkedDelivery,
  type PartState,
  type SystemPart,
} from '@crm/contracts/http/system.js';
import type { ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { Bus } from '../bus/bus.js';
import type { DeadLetterInfo } from '../bus/dead-letters.js';
import type { Clock } from '../clock.js';
import type { ConsumerGroup } from '../deliveries/consumer-group.js';
import { storedDeliveries, type FailedDelivery } from '../deliveries/failed-deliveries.js';
import { invalid, notFound } from '../errors/app-error.js';
import type { Health } from '../health/health.js';
import { route, type Route } from '../http/mount-endpoint.js';
import { success, warning } from '../http/outcomes.js';
import type { Relay } from '../outbox/relay.js';
import { systemActions, type ActionAbout } from './actions.js';
import { shownBytes, shownContent, shownReason } from './shown-content.rules.js';

export interface SystemDeps {
  service: ServiceName;
  /** Further parts whose dead letters this service looks after, because they have no store for what is done to them. */
  alsoFor?: readonly SystemPart[];
  connection: Connection;
  bus: Pick<Bus, 'depthOf' | 'deadLetters'>;
  consumers: ConsumerGroup;
  /** Absent where the service has no outbox. */
  relay?: Pick<Relay, 'waiting'>;
  health: Pick<Health, 'readiness'>;
  clock: Clock;
  /** How the service is just now. */
  state: () => Promise<PartState>;
}

function letterView({ id, queue, type, messageId, reason, at, content }: DeadLetterInfo): DeadLetter {
  return {
    id,
    queue,
    type,
    message_id: messageId,
    reason: shownReason(reason),
    bytes: content.byteLength,
    dead_at: at?.toISOString() ?? null,
  };
}

/** An event as it may be shown: all of its envelope, and of its data the shape. */
function shownEvent({ data, ...rest }: Envelope): Envelope {
  return { ...rest, data: shownContent(data) };
}

/**
 * The calls by which the System page looks at one service and at what it gave up on (contracts/http/system). For admins
 * alone. Whoever retries or drops is written down with it; what messages hold is shown covered and never logged.
 */
export async function systemRoutes(deps: SystemDeps): Promise<Route[]> {
  const { service, alsoFor = [], connection, bus, consumers, clock, state } = deps;
  const actions = systemActions(connection, clock);
  const stored = storedDeliveries(connection);
  await actions.index();
  const consumerOf = (queue: string) => consumers.consumers.find((each) => each.queue === queue);

  /** A call that names another service came here by mistake: nothing of that one is known here. */
  const requireOwn = (part: SystemPart) => {
    if (part !== service) throw notFound('Service');
  };
  const lettersOf = (part: SystemPart) => {
    if (part !== service && !alsoFor.includes(part)) throw notFound('Service');
    return bus.deadLetters(part);
  };

  const deliveryView = ({
    _id,
    queue,
    event,
    attempts,
    reason,
    failedAt,
  }: FailedDelivery): ParkedDelivery => ({
    id: _id,
    queue,
    type: event.type,
    subject: event.subject,
    event_id: event.id,
    attempts,
    reason: shownReason(reason),
    failed_at: failedAt.toISOString(),
    retryable: consumerOf(queue) !== undefined,
  });
  const requireDelivery = async (id: string): Promise<FailedDelivery> => {
    const delivery = await stored.findParked(id);
    if (delivery === null) throw notFound('Delivery');
    return delivery;
  };
  const requireLetter = async (part: SystemPart, id: string): Promise<DeadLetterInfo> => {
    const letter = await lettersOf(part).find(id);
    if (letter === undefined) throw notFound('Message');
    return letter;
  };
  const aboutDelivery = ({ queue, event }: FailedDelivery, action: ActionAbout['action']): ActionAbout => ({
    action,
    what: 'delivery',
    queue,
    type: event.type,
    message_id: event.id,
  });
  const aboutLetter = (letter: DeadLetterInfo, action: ActionAbout['action']): ActionAbout => ({
    action,
    what: 'dead-letter',
    queue: letter.queue,
    type: letter.type ?? '',
    message_id: letter.messageId ?? letter.id,
  });

  return [
    route(getSystemPart, async (_actor, { params }) => {
      requireOwn(params.service);
      return state();
    }),
    route(listDeliveries, async (_actor, { params, query }) => {
      requireOwn(params.service);
      const page = await stored.listParked(query);
      const last = page.at(-1);
      return {
        deliveries: page.map(deliveryView),
        next: last !== undefined && page.length === query.limit ? last._id : null,
      };
    }),
    route(readDelivery, async (_actor, { params }) => {
      requireOwn(params.service);
      const delivery = await requireDelivery(params.id);
      return { delivery: deliveryView(delivery), event: shownEvent(delivery.event) };
    }),
    route(retryDelivery, async (actor, { params }) => {
      requireOwn(params.service);
      const delivery = await requireDelivery(params.id);
      const consumer = consumerOf(delivery.queue);
      if (consumer === undefined) {
        throw invalid({}, 'The service no longer has this queue, so the message can only be dropped');
      }
      const delivered = await actions.record(service, actor, aboutDelivery(delivery, 'retried'), () =>
        consumer.retryParked(params.id),
      );
      return delivered
        ? { ...success('Message delivered'), delivered }
        : { ...warning('The message failed again'), delivered };
    }),
    route(dropDelivery, async (actor, { params }) => {
      requireOwn(params.service);
      const delivery = await requireDelivery(params.id);
      await actions.record(service, actor, aboutDelivery(delivery, 'dropped'), async () => {
        if (!(await stored.dropParked(params.id))) throw notFound('Delivery');
        return true;
      });
      return success('Message dropped');
    }),
    route(listDeadLetters, async (_actor, { params, query }) => {
      const letters = lettersOf(params.service);
      const total = await letters.count();
      return { letters: (await letters.list(query.limit)).map(letterView), total };
    }),
    route(readDeadLetter, async (_actor, { params }) => {
      const letter = await requireLetter(params.service, params.id);
      return { letter: letterView(letter), content: shownBytes(letter.content) };
    }),
    route(retryDeadLetter, async (actor, { params }) => {
      const letter = await requireLetter(params.service, params.id);
      await actions.record(params.service, actor, aboutLetter(letter, 'retried'), async () => {
        if ((await lettersOf(params.service).retry(params.id)) === undefined) throw notFound('Message');
        return true;
      });
      return success('Message requeued');
    }),
    route(dropDeadLetter, async (actor, { params }) => {
      const letter = await requireLetter(params.service, params.id);
      await actions.record(params.service, actor, aboutLetter(letter, 'dropped'), async () => {
        if ((await lettersOf(params.service).drop(params.id)) === undefined) throw notFound('Message');
        return true;
      });
      return success('Message dropped');
    }),
    route(listSystemActions, async (_actor, { params }) => {
      if (params.service !== service && !alsoFor.includes(params.service)) throw notFound('Service');
      return { actions: await actions.list(params.service) };
    }),
  ];
}
