import type { TariffVersion } from '@depotwerk/api/tariffs/tariffs';
import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import { isOpenVersion } from '@depotwerk/domain/tariff/version-states';
import { useState } from 'react';
import { showApiError } from '../../../platform/error-texts.ts';
import { mayChange, useMayChange, useSession } from '../../../platform/session.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ColourLabel } from '../../../ui/cells.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { FactList } from '../../../ui/layout.tsx';
import { saveTariffFile } from '../files/tariff-file-queries.ts';
import { openTariffReport } from '../tariff-report.ts';
import { versionStateText, versionTones } from '../tariff-steps/version-words.ts';
import type { VersionAction, VersionContext } from './version-actions.ts';
import { actionsFor, isOwnSubmission } from './version-actions.ts';
import { VersionDialog } from './version-dialog.tsx';
import { VersionLink } from './version-link.tsx';

interface VersionTimelineProps {
  tariffId: string;
  name: string;
  versions: readonly TariffVersion[];
  /** It is made of components; a hybrid tariff is not. */
  hasComponents: boolean;
}

/** All versions, newest first, each with what happened to it and what can be done. */
export function VersionTimeline({ tariffId, name, versions, hasComponents }: VersionTimelineProps) {
  const user = useSession((state) => state.user);
  const [chosen, setChosen] = useState<{ action: VersionAction; version: TariffVersion } | null>(null);
  const context: VersionContext = {
    hasPermission: (permission) => mayChange(user, permission),
    hasOpenVersion: versions.some(isOpenVersion),
    hasPublishedVersion: versions.some(({ state }) => state === 'published'),
    hasComponents,
  };
  return (
    <>
      <ol className="versions">
        {versions.map((version, index) => (
          <li key={version.id} className={`versions__item versions__item--${version.state}`}>
            <VersionEntry
              tariffId={tariffId}
              version={version}
              before={versions[index + 1]}
              context={context}
              onAction={(action) => setChosen({ action, version })}
            />
          </li>
        ))}
      </ol>
      {chosen === null ? null : (
        <VersionDialog {...chosen} tariffId={tariffId} tariffName={name} onClose={() => setChosen(null)} />
      )}
    </>
  );
}

interface VersionEntryProps {
  tariffId: string;
  version: TariffVersion;
  before: TariffVersion | undefined;
  context: VersionContext;
  onAction: (action: VersionAction) => void;
}

function VersionEntry({ tariffId, version, before, context, onAction }: VersionEntryProps) {
  const mayAct = useMayChange();
  const actions = actionsFor(version, context);
  const isOpen = isOpenVersion(version);
  return (
    <article className="ui-card versions__card" aria-labelledby={`version-${version.versionNumber}`}>
      <div className="versions__head">
        <h2 id={`version-${version.versionNumber}`}>
          {t('tariffVersions.version', { number: version.versionNumber })}
        </h2>
        <ColourLabel tone={versionTones[version.state]}>{versionStateText(version)}</ColourLabel>
        <span className="versions__span">{validityText(version)}</span>
      </div>
      <FactList facts={factsOf(version)} />
      {version.comment === '' ? null : <p className="versions__comment">{version.comment}</p>}
      {isOwnSubmission(version, context) ? <Banner tone="info">{t('tariffVersions.fourEyes')}</Banner> : null}
      <div className="row">
        {actions.map((action, index) => (
          <Button
            key={action}
            kind={index === 0 && isOpen ? 'primary' : action === 'discard' ? 'danger' : 'secondary'}
            onClick={() => onAction(action)}
          >
            {t(`tariffVersions.actions.${action}`)}
          </Button>
        ))}
        {context.hasPermission('tariffs.report') ? (
          <Button
            kind="quiet"
            onClick={() => void openTariffReport(tariffId, version.versionNumber).catch(showApiError)}
          >
            {t('tariffList.reportEntry')}
          </Button>
        ) : null}
        {mayAct ? (
          <Button
            kind="quiet"
            onClick={() => void saveTariffFile(tariffId, version.versionNumber).catch(showApiError)}
          >
            {t('tariffFiles.save')}
          </Button>
        ) : null}
        {isOpen ? (
          <VersionLink tariffId={tariffId} search={{ view: 'impact', version: version.versionNumber }}>
            {t('tariffVersions.showImpact')}
          </VersionLink>
        ) : null}
        {before === undefined ? null : (
          <VersionLink
            tariffId={tariffId}
            search={{ view: 'compare', a: before.versionNumber, b: version.versionNumber }}
          >
            {t('tariffVersions.compareBefore', { number: before.versionNumber })}
          </VersionLink>
        )}
      </div>
    </article>
  );
}

/** "gültig 01.02.2026 – 30.06.2026", "gültig ab 01.07.2026". */
function validityText({ validFrom, validTo }: TariffVersion): string {
  if (validFrom === null) return '';
  return validTo === null
    ? t('tariffVersions.validFrom', { from: formatDate(validFrom) })
    : t('tariffVersions.validSpan', { from: formatDate(validFrom), to: formatDate(validTo) });
}

function factsOf(version: TariffVersion) {
  const happened = (key: string, label: string, by: string | null, at: string | null) =>
    by === null && at === null
      ? []
      : [{ key, label, value: [by, at === null ? null : formatDateTime(at)].filter(Boolean).join(', ') }];
  return [
    // Its last change may be a decision: when it was edited is not kept.
    ...happened('edited', t('tariffVersions.facts.edited'), version.lastEditedBy, null),
    ...happened('submitted', t('tariffVersions.facts.submitted'), version.submittedBy, version.submittedAt),
    ...happened('approved', t('tariffVersions.facts.approved'), version.approvedBy, version.approvedAt),
    ...happened('published', t('tariffVersions.facts.published'), null, version.publishedAt),
  ];
}
