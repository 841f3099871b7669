import type { ReactNode } from 'react';

/** Fields that are switched off where they are only read. */
export function Fields({ mayEdit, children }: { mayEdit: boolean; children: ReactNode }) {
  return (
    <fieldset className="entity-form__fields" disabled={!mayEdit}>
      {children}
    </fieldset>
  );
}
