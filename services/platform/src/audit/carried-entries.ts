import type { Logger } from '../log/logger.js';
import type { AuditedAction } from './audit-entry.js';
import type { CallEntry } from './call-entry.js';
import type { AuditLog } from './audit-log.js';
import type { AuditStore } from './audit-store.js';

/** Documents that carry the entry of one call, at most: beside a call that writes many, its entry costs nothing. */
const maxCopies = 3;
/** An entry is copied with that many records it names, at most. */
const maxCarriedSubjects = 100;
/** What an outbox waits for the end of a call, at most: less than other processes wait for the outbox. */
const patienceMs = 4_000;
const retryMs = 1_000;

/** An entry that an outbox holds, as the one who clears outboxes sees it. */
export interface CarriedEntry {
  /** It keeps nothing from being cleared: the log has the entry, or the call stores it by itself. */
  readonly isSettled: boolean;
  /** Calls back once it is settled, at once where it is. */
  onceSettled(then: () => void): void;
  /** Somebody waits: what is known is stored now, and a call that is still under way stores its entry by itself. */
  hasten(): void;
}

export interface CarriedEntries {
  /** Begins the entry of a call; `draft` says what it would be if the call were over now. */
  begin(draft: () => AuditedAction | undefined): CallEntry;
  /** The entry beside an event in an outbox: of a call of this process, or one that a process left behind. */
  of(eventId: string, entry: AuditedAction): CarriedEntry;
}

/** A state with those who wait until it is settled. */
function settling() {
  let isSettled = false;
  const waiting: (() => void)[] = [];
  return {
    isSettled: () => isSettled,
    onceSettled: (then: () => void) => {
      if (isSettled) then();
      else waiting.push(then);
    },
    settle: () => {
      isSettled = true;
      for (const then of waiting.splice(0)) then();
    },
  };
}

/**
 * The entry of a change travels in the outbox of the change, in the same write, so that it costs no write of its own and
 * a process that is killed in between leaves none out. It reaches the log with the next batch, before the outbox is
 * cleared. What a process left behind is entered by the one that finds it, unless the log has it; two that find it in the
 * same moment enter it twice, under one correlation id.
 */
export function createCarriedEntries(options: {
  audit: Pick<AuditLog, 'later' | 'now' | 'flush'>;
  store: Pick<AuditStore, 'isEntered'>;
  log: Logger;
}): CarriedEntries {
  const { audit, store, log } = options;
  /** Of calls of this process, by the events that carry them, until they are settled. */
  const own = new Map<string, () => CarriedEntry>();
  /** Left behind by others, by what tells them apart. */
  const leftBehind = new Map<string, CarriedEntry>();

  function storeNow(): void {
    audit.flush().catch((error: unknown) => {
      log.error({ err: error }, 'audit entries not stored');
    });
  }

  function begin(draft: () => AuditedAction | undefined): CallEntry {
    const state = settling();
    const events: string[] = [];
    let isOver = false;
    let isInOutbox = false;
    let patience: NodeJS.Timeout | undefined;

    function settle(): void {
      clearTimeout(patience);
      for (const id of events) own.delete(id);
      state.settle();
    }

    const carried: CarriedEntry = {
      get isSettled() {
        return state.isSettled();
      },
      onceSettled: (then) => {
        if (!isOver) patience ??= setTimeout(giveUp, patienceMs).unref();
        state.onceSettled(then);
      },
      hasten: () => {
        if (isOver) storeNow();
        else giveUp();
      },
    };

    /** The outbox is cleared before the call is over: the call stores its entry by itself. */
    function giveUp(): void {
      if (isOver) return;
      isInOutbox = false;
      settle();
    }

    return {
      beside: ({ id, subject }) => {
        if (isOver || isInOutbox || state.isSettled() || events.length >= maxCopies) return undefined;
        const entry = draft();
        if (entry === undefined || entry.subjects.length > maxCarriedSubjects) return undefined;
        events.push(id);
        own.set(id, () => {
          isInOutbox = true;
          return carried;
        });
        return { ...entry, subjects: [...new Set([...entry.subjects, subject])] };
      },
      done: async (entry) => {
        isOver = true;
        clearTimeout(patience);
        if (entry !== undefined && isInOutbox) audit.later(entry, settle);
        else {
          try {
            if (entry !== undefined) await audit.now(entry);
          } finally {
            settle();
          }
        }
      },
      broke: (entry) => {
        isOver = true;
        clearTimeout(patience);
        if (entry === undefined) settle();
        else audit.later(entry, settle);
      },
    };
  }

  async function enterIfMissing(entry: AuditedAction, settle: () => void): Promise<void> {
    try {
      if (await store.isEntered(entry)) {
        settle();
        return;
      }
      audit.later(entry, settle);
      storeNow();
    } catch (error) {
      log.warn({ err: error, action: entry.action }, 'an entry that was left behind is not stored, retrying');
      setTimeout(() => void enterIfMissing(entry, settle), retryMs).unref();
    }
  }

  function recover(entry: AuditedAction): CarriedEntry {
    const key = `${entry.correlation_id} ${entry.action} ${String(entry.at.getTime())}`;
    const known = leftBehind.get(key);
    if (known !== undefined) return known;
    const state = settling();
    const carried: CarriedEntry = {
      get isSettled() {
        return state.isSettled();
      },
      onceSettled: state.onceSettled,
      // It is on its way already.
      hasten: () => undefined,
    };
    leftBehind.set(key, carried);
    void enterIfMissing(entry, () => {
      leftBehind.delete(key);
      state.settle();
    });
    return carried;
  }

  return { begin, of: (eventId, entry) => own.get(eventId)?.() ?? recover(entry) };
}
