import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { usePageTitle } from '../platform/page-title.ts';
import { togglePageHeader, useUiState } from '../platform/ui-state.ts';
import { t } from '../texts/texts.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { PageHeading } from './page-heading.tsx';
import './layout.css';

export interface CardProps {
  title?: ReactNode;
  /** Controls at the end of the title line. */
  actions?: ReactNode;
  children: ReactNode;
  /** Content reaches the edges: tables, lists. */
  isFlush?: boolean | undefined;
}

/** Surface with a title. */
export function Card({ title, actions, children, isFlush }: CardProps) {
  return (
    <section className={classNames('ui-card', isFlush && 'ui-card--flush')}>
      {title || actions ? (
        <div className="ui-card__head">
          {title ? <h2>{title}</h2> : <span />}
          {actions ? <div className="row">{actions}</div> : null}
        </div>
      ) : null}
      <div className="ui-card__body">{children}</div>
    </section>
  );
}

export interface PageHeaderProps {
  title: ReactNode;
  /** What the browser's tab says where the title is more than words, or not enough of them there. */
  pageTitle?: string | undefined;
  /** One line under the title. */
  subtitle?: ReactNode;
  /** Way from the list to this object: links (`crumb`), and plain text last. */
  breadcrumbs?: readonly ReactNode[] | undefined;
  /** Main actions, always visible. */
  actions?: ReactNode;
  /** Key figures and further actions; shown while expanded. */
  children?: ReactNode;
}

/** Head of a page. Collapsed at first and again after each navigation; the state is the shell's. */
export function PageHeader({
  title,
  pageTitle = typeof title === 'string' ? title : undefined,
  subtitle,
  breadcrumbs,
  actions,
  children,
}: PageHeaderProps) {
  const isExpanded = useUiState((state) => state.pageHeaderExpanded);
  const id = useId();
  usePageTitle(pageTitle);
  return (
    <header className="ui-page-header">
      {breadcrumbs ? <Breadcrumbs>{breadcrumbs}</Breadcrumbs> : null}
      <div className="ui-page-header__line">
        <div className="ui-page-header__titles">
          <PageHeading>{title}</PageHeading>
          {subtitle ? <div className="ui-page-header__subtitle">{subtitle}</div> : null}
        </div>
        <div className="ui-page-header__actions">
          {actions}
          {children ? (
            <span className={classNames('ui-turning', isExpanded && 'ui-turning--on')}>
              <IconButton
                label={isExpanded ? t('shell.collapseHeader') : t('shell.expandHeader')}
                icon={<IconChevronDown size={20} />}
                aria-expanded={isExpanded}
                aria-controls={id}
                onClick={togglePageHeader}
              />
            </span>
          ) : null}
        </div>
      </div>
      {children ? (
        <div id={id} hidden={!isExpanded} className="ui-page-header__more">
          {children}
        </div>
      ) : null}
    </header>
  );
}

/** A page on the way to an object. */
export const crumb = (to: NonNullable<LinkProps['to']>, text: string) => (
  <Link key={to} to={to}>
    {text}
  </Link>
);

function Breadcrumbs({ children }: { children: readonly ReactNode[] }) {
  return (
    <nav className="ui-breadcrumbs" aria-label={t('common.breadcrumb')}>
      <ol className="ui-breadcrumbs__list">
        {children.map((child, index) => (
          // The order is the identity: a breadcrumb never moves.
          <li key={index} className="ui-breadcrumbs__item">
            {index > 0 ? <IconChevronRight size={14} aria-hidden="true" /> : null}
            {child}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Panel that is collapsed at first and toggles on a click on its header. */
export function LayoutPanel({
  title,
  aside,
  children,
}: {
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section className="ui-card ui-panel">
      <h2 className="ui-panel__heading">
        <button
          type="button"
          className="ui-panel__toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classNames('ui-turning', isOpen && 'ui-turning--on')}>
            <IconChevronDown size={18} aria-hidden="true" />
          </span>
          <span className="ui-panel__title">{title}</span>
          {aside}
        </button>
      </h2>
      <div id={id} hidden={!isOpen} className="ui-card__body">
        {children}
      </div>
    </section>
  );
}

export interface KeyFigure {
  key: string;
  label: ReactNode;
  value: ReactNode;
  /** Unit or second word beside the figure ("von 100"). */
  unit?: ReactNode;
  /** Line below: change, date, person. */
  detail?: ReactNode;
}

/** Row of figures. `isJoined` puts them into one card (detail pages), else each is its own tile (above lists). */
export function KeyFigures({
  figures,
  isJoined,
}: {
  figures: readonly KeyFigure[];
  isJoined?: boolean | undefined;
}) {
  return (
    <dl className={classNames('ui-figures', isJoined && 'ui-figures--joined')}>
      {figures.map((figure) => (
        <div key={figure.key} className="ui-figures__item">
          <dt className="ui-figures__label">{figure.label}</dt>
          <dd>
            <span className="ui-figures__value">{figure.value}</span>
            {figure.unit ? <span className="ui-figures__unit"> {figure.unit}</span> : null}
            {figure.detail ? <div className="ui-figures__detail">{figure.detail}</div> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Pairs of name and value. */
export function FactList({ facts }: { facts: readonly { key: string; label: string; value: ReactNode }[] }) {
  return (
    <dl className="ui-facts">
      {facts.map((fact) => (
        <div key={fact.key} className="ui-facts__item">
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
