import { formatDateTime, formatInstantDay } from '@depotwerk/domain/date-text';
import { IconMessages, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { hasPermission, mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { LabelTone } from '../../../ui/cells.tsx';
import { ColourLabel } from '../../../ui/cells.tsx';
import { EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { consultationsQuery } from '../consultation-queries.ts';
import type { ConsultableContract } from '../start-consultation-dialog.tsx';
import { StartConsultationDialog } from '../start-consultation-dialog.tsx';
import type { Owner } from './document-queries.ts';
import '../documents.css';

export const consultationTones: Record<'draft' | 'completed' | 'notPursued', LabelTone> = {
  draft: 'info',
  completed: 'ok',
  notPursued: 'neutral',
};

export interface ConsultationsCardProps {
  owner: Owner;
  customer: { id: string; name: string };
  /** Contracts a new consultation can be about. */
  contracts: readonly ConsultableContract[];
}

/** Consultations of a contract or customer; drafts can be resumed, a new one begun. */
export function ConsultationsCard({ owner, customer, contracts }: ConsultationsCardProps) {
  const user = useSession((state) => state.user);
  const isAllowed = hasPermission(user, 'consultations.view');
  const list = useQuery({ ...consultationsQuery(owner), enabled: isAllowed });
  const [isStarting, setStarting] = useState(false);
  if (!isAllowed) return null;
  return (
    <Card
      isFlush
      title={t('consultations.title')}
      actions={
        mayChange(user, 'consultations.create') && contracts.length > 0 ? (
          <Button
            size="small"
            kind="primary"
            icon={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setStarting(true)}
          >
            {t('consultations.start')}
          </Button>
        ) : undefined
      }
    >
      {list.isError ? (
        <div className="documents__pad">
          <QueryError title={t('consultations.loadFailed')} query={list} />
        </div>
      ) : !list.data ? (
        <div className="documents__pad">
          <Skeleton lines={3} />
        </div>
      ) : list.data.length === 0 ? (
        <EmptyState icon={<IconMessages size={32} aria-hidden="true" />} title={t('consultations.empty')}>
          {t('consultations.emptyHint')}
        </EmptyState>
      ) : (
        <ul className="documents__list">
          {list.data.map((one) => {
            const date = formatInstantDay(one.startedAt);
            const isDraft = one.state === 'draft';
            return (
              <li key={one.id} className="documents__item">
                <IconMessages size={24} aria-hidden="true" />
                <div className="documents__text">
                  <div className="documents__title">
                    {t(`consultations.kind.${one.consultationKind}`)}
                    <span className="documents__state">
                      <ColourLabel tone={consultationTones[one.state]}>
                        {t(`consultations.state.${one.state}`)}
                      </ColourLabel>
                    </span>
                    {one.addendumToId === null ? null : (
                      <span className="documents__state">
                        <ColourLabel>{t('consultations.isAddendum')}</ColourLabel>
                      </span>
                    )}
                  </div>
                  <div className="hint">
                    {formatDateTime(one.startedAt)} · {one.createdByName}
                  </div>
                  {one.completedAt === null ? null : (
                    <div className="hint">
                      {t('consultations.completedAt', { date: formatDateTime(one.completedAt) })}
                    </div>
                  )}
                </div>
                <div className="documents__actions" data-no-print>
                  <Link
                    to="/consultations/$consultationId"
                    params={{ consultationId: one.id }}
                    className="ui-button ui-button--secondary ui-button--small"
                    aria-label={t(isDraft ? 'consultations.resumeOf' : 'consultations.viewOf', { date })}
                  >
                    {t(isDraft ? 'consultations.resume' : 'consultations.view')}
                  </Link>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {isStarting ? (
        <StartConsultationDialog
          customer={customer}
          contracts={contracts}
          onClose={() => setStarting(false)}
        />
      ) : null}
    </Card>
  );
}
