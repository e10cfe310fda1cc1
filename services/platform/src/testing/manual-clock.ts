import type { Clock } from '../clock.js';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number;

  constructor(start: Date | string = '2026-11-20T17:00:00.000Z') {
    this.#now = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  set(instant: Date | string): void {
    this.#now = new Date(instant).getTime();
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}
