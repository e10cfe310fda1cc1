/** A minimal event emitter; listeners are called in order of registration. */
export class Emitter<Events extends { [E in keyof Events]: (...notified: never[]) => void }> {
  private readonly listeners = new Map<keyof Events, Set<(...notified: never[]) => void>>();

  on<E extends keyof Events>(event: E, listener: Events[E]): this {
    const known = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, known.add(listener));
    return this;
  }

  protected emit<E extends keyof Events>(event: E, ...notified: Parameters<Events[E]>): void {
    for (const listener of [...(this.listeners.get(event) ?? [])]) {
      // Stored under its own event only, so the argument type matches.
      (listener as (...given: Parameters<Events[E]>) => void)(...notified);
    }
  }

  protected forget(): void {
    this.listeners.clear();
  }
}
