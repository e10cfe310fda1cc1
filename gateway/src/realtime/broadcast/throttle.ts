import type { TypeName } from '@crm/contracts/codes/lead-types.js';
import { emissionOf, type Emission } from './steps.js';

/** Runs `fn` once after so many milliseconds; answers how to call it off. Injected, so that a test turns time itself. */
export type After = (ms: number, fn: () => void) => () => void;

export const afterByTimer: After = (ms, fn) => {
  const timer = setTimeout(fn, ms);
  return () => {
    clearTimeout(timer);
  };
};

/** How many rows one room is told in a window before the rest becomes a hint. */
export const rowsPerWindow = 20;
export const windowMs = 250;

interface RoomWindow {
  emitted: number;
  /** Rows kept back, counted by lead type. */
  surplus: Map<TypeName, number>;
}

/**
 * Lets emissions through at once, up to 20 rows for a room in 250 ms; what is more becomes one LEADS_CHANGED for that
 * room when the window ends. A browser in a quiet and in a flooded room gets the hint and not the row, so that it is
 * told once. Of emissions paced 'latest' the first goes out at once and then the newest of each window.
 */
export function createThrottledEmitter(options: { emit: (emission: Emission) => void; after?: After }) {
  const { emit, after = afterByTimer } = options;
  const rooms = new Map<string, RoomWindow>();
  /** By event: undefined once one went out in this window, an emission while a newer one waits. */
  const latest = new Map<string, Emission | undefined>();
  let close: (() => void) | undefined;

  const openWindow = () => {
    close ??= after(windowMs, flush);
  };

  const windowOf = (room: string) => {
    const known = rooms.get(room);
    if (known) return known;
    const fresh: RoomWindow = { emitted: 0, surplus: new Map() };
    rooms.set(room, fresh);
    return fresh;
  };

  const emitRows = (emission: Emission, type: TypeName) => {
    openWindow();
    const hint = emission.event === 'leadsChanged' ? emission.payload.count : undefined;
    const through: string[] = [];
    const kept: string[] = [];
    for (const room of emission.rooms) {
      const its = windowOf(room);
      if (hint === undefined && its.emitted < rowsPerWindow) {
        its.emitted += 1;
        through.push(room);
      } else {
        its.surplus.set(type, (its.surplus.get(type) ?? 0) + (hint ?? 1));
        kept.push(room);
      }
    }
    if (through.length > 0) emit({ ...emission, rooms: through, except: [...emission.except, ...kept] });
  };

  const emitLatest = (emission: Emission) => {
    openWindow();
    if (latest.has(emission.event)) latest.set(emission.event, emission);
    else {
      latest.set(emission.event, undefined);
      emit(emission);
    }
  };

  /** Ends the window: hints first to the rooms with most to read, then to others' sockets that had none yet. */
  function flush() {
    close?.();
    close = undefined;
    const hints = [...rooms]
      .flatMap(([room, { surplus }]) => [...surplus].map(([type, count]) => ({ room, type, count })))
      .sort((a, b) => b.count - a.count);
    const newest = [...latest.values()].filter((emission) => emission !== undefined);
    rooms.clear();
    latest.clear();

    const hinted: Record<TypeName, string[]> = { life: [], health: [] };
    for (const { room, type, count } of hints) {
      emit(
        emissionOf('leadsChanged', { type, count }, [room], {
          except: [...hinted[type]],
          pace: { list: type },
        }),
      );
      hinted[type].push(room);
    }
    for (const emission of newest) emitLatest(emission);
  }

  return {
    emit(emission: Emission) {
      if (emission.pace === 'each') emit(emission);
      else if (emission.pace === 'latest') emitLatest(emission);
      else emitRows(emission, emission.pace.list);
    },
    /** Tells at once what waits for the end of a window, and stops its timer. */
    stop() {
      flush();
      close?.();
      close = undefined;
    },
  };
}
export type ThrottledEmitter = ReturnType<typeof createThrottledEmitter>;
