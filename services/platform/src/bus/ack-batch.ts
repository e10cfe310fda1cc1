import { IllegalOperationError, type Channel, type ConsumeMessage } from 'amqplib';

/** How long an acknowledgement may wait for others: each is a round of its own among the broker's nodes. */
const longestWaitMs = 5;

/**
 * Acknowledges the messages of one channel in batches, after a quarter of the prefetch or 5 ms: all that are done up to
 * the first one that is not in a single frame, the few behind it one by one.
 */
export interface AckBatch {
  /** The message is done with. */
  done(message: ConsumeMessage): void;
  /** The message goes back to its queue. */
  giveBack(message: ConsumeMessage): void;
  /** Sends what waits to be acknowledged now. */
  flush(): void;
  /** The channel is gone: its messages come again, nothing here can be acknowledged any more. */
  forget(): void;
}

export function createAckBatch(channel: Pick<Channel, 'ack' | 'nack'>, prefetch: number): AckBatch {
  const fullAt = Math.max(1, Math.floor(prefetch / 4));
  const done = new Map<number, ConsumeMessage>();
  /** Answered already, though a lower tag is still under way. */
  const answered = new Set<number>();
  /** Everything up to this tag is answered; the broker counts them from 1. */
  let lowest = 0;
  let timer: NodeJS.Timeout | undefined;
  let isForgotten = false;

  function forget(): void {
    isForgotten = true;
    clearTimeout(timer);
    done.clear();
    answered.clear();
  }

  /** Runs what speaks to the broker; a channel that is closing takes no answers, its messages come again. */
  function answer(fn: () => void): void {
    if (isForgotten) return;
    try {
      fn();
    } catch (error) {
      if (!(error instanceof IllegalOperationError)) throw error;
      forget();
    }
  }

  function sendAnswers(): void {
    let upTo: ConsumeMessage | undefined;
    for (;;) {
      const next = done.get(lowest + 1);
      if (next === undefined && !answered.delete(lowest + 1)) break;
      lowest += 1;
      done.delete(lowest);
      upTo = next ?? upTo;
    }
    if (upTo !== undefined) channel.ack(upTo, true);
    for (const [tag, message] of done) {
      channel.ack(message);
      answered.add(tag);
    }
    done.clear();
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    answer(sendAnswers);
  }

  return {
    done: (message) => {
      if (isForgotten) return;
      done.set(message.fields.deliveryTag, message);
      if (done.size >= fullAt) flush();
      else timer ??= setTimeout(flush, longestWaitMs);
    },
    giveBack: (message) => {
      answer(() => {
        channel.nack(message, false, true);
        answered.add(message.fields.deliveryTag);
      });
    },
    flush,
    forget,
  };
}
