import { createHash } from 'node:crypto';

/** A message of a dead-letter queue. */
export interface DeadLetterInfo {
  /** 32 hexadecimal digits made of queue and content: two equal messages of one queue are one to whoever looks. */
  id: string;
  /** The queue it fell out of, `<service>.<purpose>`. */
  queue: string;
  type: string | null;
  messageId: string | null;
  reason: string;
  at: Date | null;
  content: Buffer;
}

/** What a queue holds: messages that nobody has taken yet, and who takes them. */
export interface QueueDepth {
  messages: number;
  consumers: number;
}

/**
 * The dead-letter queue of one service. Looking leaves every message where it is; while one process looks, another may
 * see fewer of them. Every call throws `unavailable` where the bus cannot be asked.
 */
export interface DeadLetters {
  count(): Promise<number>;
  /** The first ones, oldest first, up to 100. */
  list(limit: number): Promise<DeadLetterInfo[]>;
  /** Looks among the first thousand. */
  find(id: string): Promise<DeadLetterInfo | undefined>;
  /** Puts it back into its queue and, once that is confirmed, takes it out here; undefined where it is gone. */
  retry(id: string): Promise<DeadLetterInfo | undefined>;
  /** Takes it out for good; undefined where it is gone. */
  drop(id: string): Promise<DeadLetterInfo | undefined>;
}

/** How many messages a look for one of them passes at most. */
export const maxPassed = 1_000;

/** The id of a dead letter. */
export function deadLetterId(queue: string, content: Buffer): string {
  return createHash('sha256').update(`${queue}\n`).update(content).digest('hex').slice(0, 32);
}
