import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { parseSearch } from '../../../platform/search-params.ts';

interface WizardLinkProps {
  /** Address inside the application, with its search parameters. */
  href: string;
  children: ReactNode;
  className?: string | undefined;
  /** Looks like a button. */
  look?: 'primary' | 'secondary' | 'quiet' | undefined;
  isCurrent?: boolean | undefined;
  onClick?: ((event: MouseEvent) => void) | undefined;
}

/** Parts of an address for the router. Wizards make theirs from data, so the router cannot know them by type. */
export function addressOf(href: string): { to: '/'; search: never } {
  const [path = '/', query = ''] = href.split('?', 2);
  return { to: path as '/', search: parseSearch(query) as never };
}

/** Link to an address a wizard has made. */
export function WizardLink({ href, children, className, look, isCurrent, onClick }: WizardLinkProps) {
  return (
    <Link
      {...addressOf(href)}
      className={look ? `ui-button ui-button--${look} ui-button--medium` : className}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={onClick}
    >
      {children}
    </Link>
  );
}
