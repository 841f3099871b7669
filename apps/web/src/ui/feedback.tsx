import {
  IconAlertTriangle,
  IconCircleCheck,
  IconExclamationCircle,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { ApiError } from '../platform/api-error.ts';
import { errorMessageOf } from '../platform/error-texts.ts';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import './feedback.css';

export type Tone = 'info' | 'ok' | 'warn' | 'bad';

const toneIcons = {
  info: IconInfoCircle,
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconExclamationCircle,
} as const;

export interface BannerProps {
  tone?: Tone | undefined;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons at its end. */
  actions?: ReactNode;
  /** Read out when it appears: `alert` at once, `status` when the reader pauses. */
  role?: 'alert' | 'status' | undefined;
}

/** Message inside the page, with optional actions. */
export function Banner({ tone = 'info', title, children, actions, role }: BannerProps) {
  const Icon = toneIcons[tone];
  return (
    <div className={classNames('ui-banner', `ui-banner--${tone}`)} role={role}>
      <Icon size={20} aria-hidden="true" />
      <div className="ui-banner__text">
        {title ? <div className="ui-banner__title">{title}</div> : null}
        {children ? <div>{children}</div> : null}
      </div>
      {actions ? <div className="ui-banner__actions">{actions}</div> : null}
    </div>
  );
}

/** What went wrong with what was just tried, read out at once; nothing where `error` is null or undefined. */
export function ErrorBanner({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <Banner tone="bad" role="alert">
      {errorMessageOf(error)}
    </Banner>
  );
}

export interface LoadErrorProps {
  error: unknown;
  onRetry: () => void;
  isRetrying?: boolean | undefined;
  /** What could not be loaded ("Kunden konnten nicht geladen werden."); without it the error's own text. */
  title?: string | undefined;
}

/** In place of data that could not be read: what happened, a retry, and the number to tell support. */
export function LoadError({ error, onRetry, isRetrying, title }: LoadErrorProps) {
  const traceId = error instanceof ApiError ? error.traceId : undefined;
  return (
    <Banner
      tone="bad"
      role="alert"
      title={title}
      actions={
        <Button size="small" isBusy={isRetrying} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    >
      <div>{errorMessageOf(error)}</div>
      {traceId ? <div className="hint">{t('common.traceId', { traceId })}</div> : null}
    </Banner>
  );
}

export interface FailedQuery {
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** `LoadError` of a query: its button asks again. */
export function QueryError({ query, title }: { query: FailedQuery; title?: string | undefined }) {
  return (
    <LoadError
      title={title}
      error={query.error}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

/** True once the delay has passed while `isActive` holds: short waits then show nothing at all. */
export function useDelayed(isActive: boolean, milliseconds = 300): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setTimeout(() => setDue(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [isActive, milliseconds]);
  return isActive && isDue;
}

export interface SkeletonProps {
  /** Lines of text it stands for. */
  lines?: number | undefined;
  /** Height of one block in pixels, instead of lines. */
  height?: number | undefined;
  /** Shown at once, where the caller has already waited. */
  isImmediate?: boolean | undefined;
}

/** Grey shape of what is loading; appears only after 300 ms. */
export function Skeleton({ lines = 1, height, isImmediate = false }: SkeletonProps) {
  const isDue = useDelayed(true);
  if (!isDue && !isImmediate)
    return <div className="ui-skeleton__placeholder" style={height ? { height } : undefined} />;
  return (
    <div className="ui-skeleton" role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      {height ? (
        <div className="ui-skeleton__bar" style={{ height }} />
      ) : (
        Array.from({ length: lines }, (_, line) => <div key={line} className="ui-skeleton__bar" />)
      )}
    </div>
  );
}

export interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}

/** Nothing here yet, or nothing found. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className="ui-empty">
      {icon ? <div className="ui-empty__icon">{icon}</div> : null}
      <div className="ui-empty__title">{title}</div>
      {children ? <div className="ui-empty__text">{children}</div> : null}
      {action}
    </div>
  );
}

/** Text of a list that shows nothing: never filled, or nothing matches. */
export function emptyListText(searchText: string | undefined, isFiltered: boolean): string {
  if (searchText) return t('common.noResults', { searchText });
  return isFiltered ? t('common.noResultsFiltered') : t('common.emptyList');
}
