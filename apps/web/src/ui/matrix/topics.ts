/** Subscriptions by topic, each with a version that rises when something of it changed: one for every cell and column. */
export class Topics<Topic> {
  readonly #listeners = new Map<Topic, Set<() => void>>();
  readonly #versions = new Map<Topic, number>();

  /** Subscribes to a topic; answers how to stop. */
  subscribe(topic: Topic, listener: () => void): () => void {
    let listeners = this.#listeners.get(topic);
    if (!listeners) {
      listeners = new Set();
      this.#listeners.set(topic, listeners);
    }
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** What `useSyncExternalStore` compares. */
  version(topic: Topic): number {
    return this.#versions.get(topic) ?? 0;
  }

  /** Raises the versions of all topics, then tells the listeners. */
  tell(topics: Iterable<Topic>): void {
    const told = [...new Set(topics)];
    for (const topic of told) this.#versions.set(topic, this.version(topic) + 1);
    for (const topic of told) for (const listener of this.#listeners.get(topic) ?? []) listener();
  }
}
