import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { isHybridTariffType } from '@depotwerk/domain/tariff/tariff-steps';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { TermMark } from '../../help/public/term-mark.tsx';
import { LeaveLink } from '../wizard/leave-link.tsx';
import { useWizard } from '../wizard/wizard-context.ts';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { MessageList } from './combination-message-list.tsx';
import { CombinationMessages, MendingLink } from './combination-messages.tsx';
import { GuaranteeLevelsCard } from './guarantee-levels-card.tsx';
import { SummaryComponents } from './summary-components.tsx';
import { SummaryFacts } from './summary-facts.tsx';
import { SummaryFundMatrix } from './summary-fund-matrix.tsx';
import { SummaryHints } from './summary-hints.tsx';
import { SummaryLifeCycle } from './summary-life-cycle.tsx';
import { SummarySettings } from './summary-settings.tsx';
import { tariffFieldLabel } from './tariff-field-words.ts';
import { lastReadTariff, tariffVersionQuery } from './tariff-queries.ts';
import { useCombination } from './use-combination.ts';
import './tariff-step.css';

/** The whole tariff at a glance: what is missing, what the plausibility check says, and every page in short. */
export function SummaryStep({ draft }: WizardStepProps<TariffDraft>) {
  const { entityId } = useWizard();
  const isHybrid = isHybridTariffType(draft.tariffTypeId);
  return (
    <div className="stack">
      <MissingFields />
      {/* What comes next stands where one arrives: the page below is several screens long. */}
      {entityId === null ? null : (
        <div className="row">
          <LeaveLink href={`/admin/tariffs/${entityId}/versions`} look="secondary">
            {t('tariffWizard.toVersions')}
          </LeaveLink>
        </div>
      )}
      <Card title={t('tariffWizard.combination.title')} actions={<TermMark word="Plausibilitätsprüfung" />}>
        {isHybrid ? (
          <StoredMessages draft={draft} tariffId={entityId} />
        ) : (
          <Plausibility draft={draft} tariffId={entityId} />
        )}
      </Card>
      <div className="tariff-summary__grid">
        <SummaryFacts draft={draft} />
        {isHybrid ? null : <SummaryComponents draft={draft} />}
        {isHybrid ? null : <SummarySettings draft={draft} />}
      </div>
      <SummaryLifeCycle draft={draft} />
      {isHybrid ? <GuaranteeLevelsCard draft={draft} /> : null}
      {isHybrid ? <SummaryFundMatrix matrix={draft.fundMatrix} /> : null}
      <div className="tariff-summary__grid">
        <SummaryHints draft={draft} field="optimizationHints" />
        <SummaryHints draft={draft} field="optimizationHintsExpert" />
      </div>
    </div>
  );
}

/** What keeps the tariff from being saved, each with the way to it. */
function MissingFields() {
  const { findings, openStep, stepTitle } = useWizard();
  if (findings.length === 0) return <Banner tone="ok">{t('tariffWizard.complete')}</Banner>;
  return (
    <Banner tone="warn" title={t('wizard.errors.title', { count: findings.length })}>
      <ul className="tariff-summary__missing">
        {findings.map(({ step, path, text }) => (
          <li key={`${step} ${path} ${text}`}>
            <button type="button" onClick={() => openStep(step, path)}>
              {[stepTitle(step), tariffFieldLabel(path), text].filter(Boolean).join(': ')}
            </button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function Plausibility({ draft, tariffId }: { draft: TariffDraft; tariffId: string | null }) {
  const combination = useCombination(draft, tariffId);
  return (
    <CombinationMessages
      check={combination}
      draft={draft}
      step="summary"
      missing={t('tariffWizard.combination.missing')}
    />
  );
}

/** A fund risk matrix is checked by the server as it is saved. */
function StoredMessages({ draft, tariffId }: { draft: TariffDraft; tariffId: string | null }) {
  const versionNumber = tariffId === null ? undefined : lastReadTariff(tariffId)?.version.versionNumber;
  const version = useQuery({
    ...tariffVersionQuery(tariffId ?? '', versionNumber ?? 0),
    enabled: tariffId !== null && versionNumber !== undefined,
  });
  if (version.data === undefined) return <p className="hint">{t('tariffWizard.combination.afterSaving')}</p>;
  return (
    <>
      <p className="hint">{t('tariffWizard.combination.asSaved')}</p>
      {version.data.messages.length === 0 ? (
        <Banner tone="ok">{t('tariffWizard.combination.fine')}</Banner>
      ) : (
        <MessageList
          messages={version.data.messages}
          renderLink={(message) => <MendingLink message={message} draft={draft} step="summary" />}
        />
      )}
    </>
  );
}
