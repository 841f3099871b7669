import { AsyncLocalStorage } from 'node:async_hooks';

/** A connection taken for one transaction; `isHeld` ends with it, so that work started inside may outlive it. */
interface Lease {
  isHeld: boolean;
}

const leases = new AsyncLocalStorage<Lease>();

/** What the tests and development have not found must not refuse work that would mostly go well. */
const isChecked = process.env['NODE_ENV'] !== 'production';

/**
 * Code asked for a second connection while it held one. Where as many do so at once as there are connections, each
 * waits for the others and none ever goes on: read inside the transaction (`readerIn`) or before it.
 */
export class SecondConnection extends Error {
  constructor() {
    super(
      'A second connection was asked for while one is held: read with readerIn(transaction), or before it.',
    );
    this.name = 'SecondConnection';
  }
}

/** @throws SecondConnection inside of {@link holdingConnection}, whatever pool is asked; never in production */
export function refuseSecondConnection(): void {
  if (isChecked && leases.getStore()?.isHeld === true) throw new SecondConnection();
}

/** Runs work that holds a connection from its beginning to its end. @throws SecondConnection as above */
export async function holdingConnection<T>(work: () => Promise<T>): Promise<T> {
  refuseSecondConnection();
  const lease: Lease = { isHeld: true };
  try {
    return await leases.run(lease, work);
  } finally {
    lease.isHeld = false;
  }
}
