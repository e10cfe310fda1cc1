import { useSyncExternalStore } from 'react';

/** How far the server's clock is ahead of this one, by what it said between asking and now. */
export function aheadMs(serverNow: string, askedAt: number, receivedAt = Date.now()): number {
  return Date.parse(serverNow) - (askedAt + receivedAt) / 2;
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for however many clocks are on screen. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** What is shown of the server's time, `ahead` of this clock, looked at every second. */
export function useShownTime(ahead: number, shown: (serverNow: number) => string): string {
  return useSyncExternalStore(subscribe, () => shown(Date.now() + ahead));
}

const tenSecondsNow = () => Math.floor(Date.now() / 10_000);

/** The time of the server every ten seconds, for what is arranged by it and must not jump. */
export function useServerTenSeconds(ahead: number): number {
  return useSyncExternalStore(subscribe, tenSecondsNow) * 10_000 + ahead;
}
