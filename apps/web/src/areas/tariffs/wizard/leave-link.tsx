import type { MouseEvent, ReactNode } from 'react';
import { useWizard } from './wizard-context.ts';
import { WizardLink } from './wizard-link.tsx';

/** Link from a wizard to another page of the workshop: the draft is stored first, and nothing is asked. */
export function LeaveLink({
  href,
  children,
  look,
}: {
  href: string;
  children: ReactNode;
  look?: 'primary' | 'secondary' | 'quiet' | undefined;
}) {
  const { leaveFor } = useWizard();
  const leave = (event: MouseEvent) => {
    // Another tab or window leaves nothing.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    leaveFor(href);
  };
  return (
    <WizardLink href={href} look={look} onClick={leave}>
      {children}
    </WizardLink>
  );
}
