import type { OptimizationHint } from '@depotwerk/api/contracts/contract-detail';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { subjectOfHint } from '@depotwerk/domain/finding-text';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconChevronDown,
  IconExclamationCircle,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { FundLink } from '../../shell/fund-link.tsx';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { LabelTone } from '../../ui/cells.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { Fund } from '../funds/public/fund-queries.ts';
import { hintFigures } from './hint-figures.ts';
import { type HintGroup, textOfGroup } from './public/hint-groups.ts';

export interface HintGroupRowProps {
  group: HintGroup;
  funds: ReadonlyMap<number, Fund> | undefined;
  /** The user may decide on hints. */
  isDecidable: boolean;
  onDecide: (hints: readonly OptimizationHint[], decision: 'accepted' | 'dismissed') => void;
  onReopen: (hint: OptimizationHint) => void;
}

const icons = { 0: IconInfoCircle, 1: IconAlertTriangle, 2: IconExclamationCircle } as const;
const tones: Record<0 | 1 | 2, LabelTone> = { 0: 'info', 1: 'warn', 2: 'bad' };

/** One finding: folded to what is wrong and what to do, unfolded to its single hints. */
export function HintGroupRow({ group, funds, isDecidable, onDecide, onReopen }: HintGroupRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const Icon = icons[group.severity];
  const { hints } = group;
  const { title, text, action } = textOfGroup(group, funds);
  const isUndecided = hints.every((hint) => hint.state === 'open');
  return (
    <li className="opt-hints__group">
      <h3 className="opt-hints__heading">
        <button
          type="button"
          className="opt-hints__toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon
            size={20}
            className={`opt-hints__icon opt-hints__icon--${group.severity}`}
            aria-hidden="true"
          />
          <span className="opt-hints__text">
            <span className="opt-hints__title">
              {title}
              {hints.length > 1 ? (
                <span className="opt-hints__count">
                  {t('optimization.hints.subjects', { count: hints.length })}
                </span>
              ) : null}
            </span>
            <span className="opt-hints__summary">{text}</span>
            {action === '' || !isUndecided ? null : <span className="opt-hints__action">{action}</span>}
          </span>
          <ColourLabel tone={tones[group.severity]}>{t(`contracts.severity.${group.severity}`)}</ColourLabel>
          <span className={classNames('ui-turning', isOpen && 'ui-turning--on')}>
            <IconChevronDown size={18} aria-hidden="true" />
          </span>
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="opt-hints__body">
        <ul className="opt-hints__rows">
          {hints.map((hint) => (
            <HintRow
              key={hint.id}
              hint={hint}
              funds={funds}
              isDecidable={isDecidable}
              onDecide={onDecide}
              onReopen={onReopen}
            />
          ))}
        </ul>
        {isDecidable && isUndecided && hints.length > 1 ? (
          <div className="opt-hints__all" data-no-print>
            <Button size="small" onClick={() => onDecide(hints, 'accepted')}>
              {t('optimization.hints.acceptAll')}
            </Button>
            <Button size="small" onClick={() => onDecide(hints, 'dismissed')}>
              {t('optimization.hints.dismissAll')}
            </Button>
          </div>
        ) : null}
      </div>
    </li>
  );
}

/** The sentence without its suggestion, which stands below it as a link. */
function sentenceOf(hint: OptimizationHint): string {
  return said(hint.suggestedFundIds.length === 0 ? hint.text : hint.text.replace(/ Vorschlag: [^]*$/u, ''));
}

interface HintRowProps extends Omit<HintGroupRowProps, 'group'> {
  hint: OptimizationHint;
}

function HintRow({ hint, funds, isDecidable, onDecide, onReopen }: HintRowProps) {
  const fundNames = hint.fundIds.flatMap((fundId) => funds?.get(fundId)?.name ?? []);
  const subject = said(subjectOfHint({ fundNames, text: hint.text }));
  const sentence = sentenceOf(hint);
  // A sentence that begins with its fund's name goes on from the link; a fund it proposes is not named again.
  const [name] = fundNames;
  const rest = name !== undefined && sentence.startsWith(name) ? sentence.slice(name.length) : null;
  const isTold = hint.suggestedFundIds.every((fundId) => sentence.includes(funds?.get(fundId)?.name ?? '?'));
  const figures = hintFigures(hint);
  return (
    <li className="opt-hints__row">
      <div className="opt-hints__subject">
        {rest === null ? <FundNames fundIds={hint.fundIds} funds={funds} /> : null}
        <span className="opt-hints__sentence">
          {rest === null ? sentence : <FundNames fundIds={hint.fundIds} funds={funds} />}
          {rest}
        </span>
        {hint.suggestedFundIds.length > 0 && !isTold ? (
          <span className="hint">
            {t('optimization.hints.suggestion')}: <FundNames fundIds={hint.suggestedFundIds} funds={funds} />
          </span>
        ) : null}
        {hint.state === 'open' ? null : <Decision hint={hint} />}
      </div>
      {figures.length > 0 ? (
        <dl className="opt-hints__figures">
          {figures.map(({ label, text }) => (
            <div key={label}>
              <dt>{t(`optimization.hints.figure.${label}`)}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {isDecidable ? (
        <div className="opt-hints__actions" data-no-print>
          {hint.state === 'open' ? (
            <>
              <Button
                size="small"
                icon={<IconCheck size={16} aria-hidden="true" />}
                aria-label={t('optimization.hints.acceptOne', { subject })}
                onClick={() => onDecide([hint], 'accepted')}
              >
                {t('optimization.hints.accept')}
              </Button>
              <Button
                size="small"
                icon={<IconX size={16} aria-hidden="true" />}
                aria-label={t('optimization.hints.dismissOne', { subject })}
                onClick={() => onDecide([hint], 'dismissed')}
              >
                {t('optimization.hints.dismiss')}
              </Button>
            </>
          ) : hint.state === 'done' ? null : (
            <Button
              size="small"
              icon={<IconArrowBackUp size={16} aria-hidden="true" />}
              aria-label={t('optimization.hints.reopenOne', { subject })}
              onClick={() => onReopen(hint)}
            >
              {t('optimization.hints.reopen')}
            </Button>
          )}
        </div>
      ) : null}
    </li>
  );
}

function FundNames({ fundIds, funds }: { fundIds: readonly number[]; funds: HintGroupRowProps['funds'] }) {
  return fundIds.map((fundId, index) => {
    const fund = funds?.get(fundId);
    if (!fund) return null;
    return (
      <span key={fundId} className="opt-hints__fund">
        {index > 0 ? ', ' : ''}
        <FundLink fundId={fundId} name={fund.name} />
      </span>
    );
  });
}

function Decision({ hint }: { hint: OptimizationHint }) {
  const state = hint.state === 'open' ? '' : t(`contracts.hints.state.${hint.state}`);
  const note = hint.note ?? hint.dismissedReason;
  return (
    <span className="hint">
      {hint.stateChangedBy === null || hint.stateChangedAt === null
        ? t('optimization.hints.decidedByNobody', { state })
        : t('optimization.hints.decidedBy', {
            state,
            name: hint.stateChangedBy,
            date: formatDateTime(hint.stateChangedAt),
          })}
      {note === null || note === '' ? '' : ` · ${t('optimization.hints.note', { note })}`}
    </span>
  );
}
