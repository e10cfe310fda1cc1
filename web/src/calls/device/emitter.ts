/** The smallest thing that tells its listeners, in the order in which they came. */
export class Emitter<Events extends { [E in keyof Events]: (...notified: never[]) => void }> {
  private readonly listeners = new Map<keyof Events, Set<(...notified: never[]) => void>>();

  on<E extends keyof Events>(event: E, listener: Events[E]): this {
    const known = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, known.add(listener));
    return this;
  }

  protected emit<E extends keyof Events>(event: E, ...notified: Parameters<Events[E]>): void {
    for (const listener of [...(this.listeners.get(event) ?? [])]) {
      // Kept under its own event alone, so it takes what that event tells.
      (listener as (...given: Parameters<Events[E]>) => void)(...notified);
    }
  }

  protected forget(): void {
    this.listeners.clear();
  }
}
