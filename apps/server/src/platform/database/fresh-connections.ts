import type pg from 'pg';

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined) => void;

/**
 * Connections of a pool, without those made before {@link forget}: after a fail-over they may lead to a server that is
 * primary no more, and would be handed out again and again.
 */
export class FreshConnections {
  readonly #pool: pg.Pool;
  readonly #madeIn = new WeakMap<object, number>();
  #age = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('connect', (client) => this.#madeIn.set(client, this.#age));
  }

  /** All connections there are now are ended when their turn comes. */
  forget(): void {
    this.#age += 1;
  }

  /** Like `pool.connect` with a callback, which costs no turn of the event loop. */
  take(taken: Taken): void {
    this.#pool.connect((error, client) => {
      if (!client || this.#isFresh(client)) {
        taken(error, client);
        return;
      }
      client.release(true);
      this.take(taken);
    });
  }

  connect(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      this.take((error, client) => {
        if (client) resolve(client);
        else reject(error ?? new Error('The pool gave no connection.'));
      });
    });
  }

  #isFresh(client: pg.PoolClient): boolean {
    return (this.#madeIn.get(client) ?? 0) >= this.#age;
  }
}
