import type { CallAnswer } from '@depotwerk/api/call';
import type { listTariffApprovals } from '@depotwerk/api/tariffs/tariffs';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { mayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ColourLabel } from '../../../ui/cells.tsx';
import { Banner, EmptyState, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { type VersionSummary, versionsQuery } from '../../questions/public/version-queries.ts';
import { stateText, VersionState } from '../../questions/public/version-state.tsx';
import { versionStateText, versionTones } from '../tariff-steps/version-words.ts';
import type { VersionAction } from './version-actions.ts';
import { actionsFor, isOwnSubmission } from './version-actions.ts';
import { VersionDialog } from './version-dialog.tsx';
import { VersionLink } from './version-link.tsx';
import { approvalsQuery } from './version-queries.ts';
import './versions.css';

type Approval = CallAnswer<typeof listTariffApprovals>[number];

/** `/admin/approvals`: versions that wait for approval or for their publication, oldest first. */
export function ApprovalsPage() {
  const approvals = useQuery(approvalsQuery());
  const questionnaires = (useQuery(versionsQuery()).data ?? []).filter(({ state }) => state === 'submitted');
  const [chosen, setChosen] = useState<{ action: VersionAction; approval: Approval } | null>(null);
  return (
    <div className="stack">
      <PageHeader title={t('admin.approvals')} subtitle={t('tariffVersions.approvals.subtitle')} />
      {approvals.isError ? (
        <QueryError query={approvals} />
      ) : approvals.data === undefined ? (
        <Skeleton height={240} />
      ) : approvals.data.length === 0 && questionnaires.length === 0 ? (
        <div className="ui-card">
          <EmptyState title={t('tariffVersions.approvals.none')} />
        </div>
      ) : (
        <ul className="versions">
          {questionnaires.map((version) => (
            <li key={version.id}>
              <QuestionnaireEntry version={version} />
            </li>
          ))}
          {approvals.data.map((approval) => (
            <li key={approval.version.id}>
              <ApprovalEntry approval={approval} onAction={(action) => setChosen({ action, approval })} />
            </li>
          ))}
        </ul>
      )}
      {chosen === null ? null : (
        <VersionDialog
          action={chosen.action}
          version={chosen.approval.version}
          tariffId={chosen.approval.tariffId}
          tariffName={chosen.approval.tariffName}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
}

/** A version of a questionnaire: looked at and decided on its own page. */
function QuestionnaireEntry({ version }: { version: VersionSummary }) {
  return (
    <article className="ui-card versions__card" aria-labelledby={`approval-${version.id}`}>
      <div className="versions__head">
        <h2 id={`approval-${version.id}`}>
          <Link to="/admin/questionnaires/$versionId" params={{ versionId: version.id }}>
            {t('questionnaires.nameOf', { title: version.title, version: version.version })}
          </Link>
        </h2>
        <VersionState version={version} />
      </div>
      <p className="hint">{stateText(version)}</p>
    </article>
  );
}

function ApprovalEntry({
  approval: { tariffId, tariffName, tariffKey, version },
  onAction,
}: {
  approval: Approval;
  onAction: (action: VersionAction) => void;
}) {
  const user = useSession((state) => state.user);
  const context = {
    hasPermission: (permission: string) => mayChange(user, permission),
    hasOpenVersion: true,
    hasPublishedVersion: false,
    hasComponents: false,
  };
  return (
    <article className="ui-card versions__card" aria-labelledby={`approval-${version.id}`}>
      <div className="versions__head">
        <h2 id={`approval-${version.id}`}>
          <Link to="/admin/tariffs/$tariffId/versions" params={{ tariffId }}>
            {tariffName}
          </Link>
        </h2>
        <span className="hint">{`${tariffKey} · ${t('tariffVersions.version', { number: version.versionNumber })}`}</span>
        <ColourLabel tone={versionTones[version.state]}>{versionStateText(version)}</ColourLabel>
        <span className="versions__span">
          {version.submittedBy === null || version.submittedAt === null
            ? ''
            : t('tariffVersions.approvals.submitted', {
                name: version.submittedBy,
                time: formatDateTime(version.submittedAt),
              })}
        </span>
      </div>
      {version.comment === '' ? null : <p className="versions__comment">{version.comment}</p>}
      {isOwnSubmission(version, context) ? <Banner>{t('tariffVersions.fourEyes')}</Banner> : null}
      <div className="row">
        {actionsFor(version, context).map((action, index) => (
          <Button key={action} kind={index === 0 ? 'primary' : 'secondary'} onClick={() => onAction(action)}>
            {t(`tariffVersions.actions.${action}`)}
          </Button>
        ))}
        <VersionLink tariffId={tariffId} search={{ view: 'compare', b: version.versionNumber }}>
          {t('tariffVersions.showDifferences')}
        </VersionLink>
        <VersionLink tariffId={tariffId} search={{ view: 'impact', version: version.versionNumber }}>
          {t('tariffVersions.showImpact')}
        </VersionLink>
      </div>
    </article>
  );
}
