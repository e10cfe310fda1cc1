import type { PartState, SystemPart } from '@crm/contracts/http/system.js';
import type { Bus } from '../bus/bus.js';
import type { Clock } from '../clock.js';
import type { DeliveryCounts } from '../deliveries/failed-deliveries.js';
import type { Health } from '../health/health.js';
import type { WaitingNow } from '../outbox/relay.js';

/** What a part of the system is made of, as far as its state tells of it. */
export interface PartDeps {
  part: SystemPart;
  bus: Pick<Bus, 'depthOf' | 'deadLetters'>;
  health: Pick<Health, 'readiness'>;
  clock: Clock;
  queues: readonly { queue: string; counts?: () => Promise<DeliveryCounts> }[];
  /** Absent where the part has no outbox. */
  outbox?: () => Promise<WaitingNow>;
  /** Absent where the part asks nothing of the carrier. */
  accountFaults?: () => Promise<PartState['account_faults']>;
  /** Absent where the part has no audit log. */
  bulkReadings?: () => Promise<PartState['bulk_readings']>;
  /** Absent where the part signs nobody in. */
  signInAttacks?: () => Promise<PartState['sign_in_attacks']>;
  /** Absent where the part has no store. */
  schema?: () => Promise<PartState['schema']>;
}

/** What could not be read just now is null: the page says so of this one number and shows the rest. */
async function ifKnown<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch {
    // Why is told by the readiness checks beside it, and by the log of whatever was asked.
    return null;
  }
}

const iso = (instant: Date | null | undefined) => instant?.toISOString() ?? null;

/** Answers how a part is, whatever of it is out of reach: never throws for a store or a broker that is away. */
export function partStateOf({
  part,
  bus,
  health,
  clock,
  queues,
  outbox,
  accountFaults,
  bulkReadings,
  signInAttacks,
  schema,
}: PartDeps): () => Promise<PartState> {
  const started_at = clock.now().toISOString();

  async function queueState({ queue, counts }: PartDeps['queues'][number]) {
    const [depth, stands] = await Promise.all([
      ifKnown(() => bus.depthOf(queue)),
      counts === undefined ? null : ifKnown(counts),
    ]);
    return {
      queue,
      depth: depth?.messages ?? null,
      consumers: depth?.consumers ?? null,
      waiting: stands?.waiting ?? null,
      parked: stands?.parked ?? null,
      oldest_at: iso(stands?.oldestAt),
    };
  }

  return async () => {
    const [{ ready, missing }, queueStates, waiting, dead, faults, readings, attacks, migrated] =
      await Promise.all([
        health.readiness(),
        Promise.all(queues.map(queueState)),
        outbox === undefined ? null : ifKnown(outbox),
        ifKnown(() => bus.deadLetters(part).count()),
        accountFaults === undefined ? [] : ifKnown(accountFaults),
        bulkReadings === undefined ? [] : ifKnown(bulkReadings),
        signInAttacks === undefined ? [] : ifKnown(signInAttacks),
        schema === undefined ? [] : ifKnown(schema),
      ]);
    return {
      service: part,
      ready,
      missing,
      started_at,
      queues: queueStates,
      outbox: waiting === null ? null : { documents: waiting.documents, oldest_at: iso(waiting.oldestAt) },
      dead,
      account_faults: faults ?? [],
      bulk_readings: readings ?? [],
      sign_in_attacks: attacks ?? [],
      schema: migrated,
    };
  };
}
