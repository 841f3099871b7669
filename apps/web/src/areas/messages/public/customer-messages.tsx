import { useMemo } from 'react';
import { customerThread } from '../message-queries.ts';
import { MessageThread } from '../message-thread.tsx';

/** Tab of a customer: the thread with her. */
export function CustomerMessages({ customerId }: { customerId: string }) {
  const source = useMemo(() => customerThread(customerId), [customerId]);
  return <MessageThread source={source} isCustomer={false} />;
}
