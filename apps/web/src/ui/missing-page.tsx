import { IconFileOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePageTitle } from '../platform/page-title.ts';
import { EmptyState } from './feedback.tsx';
import { Card } from './layout.tsx';
import { PageHeading } from './page-heading.tsx';

interface MissingPageProps {
  title: string;
  icon?: typeof IconFileOff;
  /** The list it is missing from. */
  list: '/contracts' | '/customers';
  toList: string;
  children: ReactNode;
}

/** Stands where something is gone, or was never to be seen by who asks. */
export function MissingPage({ title, icon: Icon = IconFileOff, list, toList, children }: MissingPageProps) {
  usePageTitle(title);
  return (
    <Card>
      <EmptyState
        icon={<Icon size={36} aria-hidden="true" />}
        title={<PageHeading>{title}</PageHeading>}
        action={
          <Link to={list} className="ui-button ui-button--primary ui-button--medium">
            {toList}
          </Link>
        }
      >
        {children}
      </EmptyState>
    </Card>
  );
}
