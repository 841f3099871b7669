import type { ReactNode } from 'react';

interface PlainFormProps {
  readonly id?: string;
  readonly className?: string;
  /** By its button or by Enter in a field; faults are said by the fields, not by the browser. */
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** Fields with a button, sent by the page itself. */
export function PlainForm({ onSubmit, children, ...attributes }: PlainFormProps) {
  return (
    <form
      {...attributes}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
