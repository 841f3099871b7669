import { type AnalysisHolding, mostAnalysisHoldings } from '@depotwerk/api/prospects/depot-analysis';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import type { Saving } from '../questions/public/use-kept.ts';
import { addHoldings } from './add-holdings.ts';
import { isComplete } from './analysis-queries.ts';
import { BankCard, useOffersBank } from './bank-card.tsx';
import { HoldingAmounts } from './holding-amounts.tsx';
import { HoldingFileCard } from './holding-file-card.tsx';
import { HoldingSearch } from './holding-search.tsx';

type Holdings = readonly AnalysisHolding[];

interface HoldingsStepProps {
  guid: string;
  holdings: Holdings;
  setHoldings: (next: (holdings: Holdings) => Holdings) => void;
  saving: Saving;
  isBusy: boolean;
  error: string | null;
  /** A link to a bank was under way when the page was opened. */
  hasBankLink: boolean;
  onBack: () => void;
  onDone: () => void;
  /** Goes on without holdings; null where only the result leads on. */
  onSkip: (() => void) | null;
}

/** What is held: searched, read from a file, and looked over before it is computed. */
export function HoldingsStep(props: HoldingsStepProps) {
  const { guid, holdings, setHoldings, saving, isBusy, error, hasBankLink, onBack, onDone, onSkip } = props;
  const [isTried, setTried] = useState(false);
  const offersBank = useOffersBank(guid);
  const list = useRef<HTMLUListElement>(null);
  /** Found by search just now: its hit has gone with what was focused, and its amount is what is missing. */
  const [found, setFound] = useState<AnalysisHolding | null>(null);
  useEffect(() => {
    if (found !== null) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  }, [found]);
  /** What the last file or bank replaced. */
  const [replaced, setReplaced] = useState<Holdings>([]);
  const add = (added: Holdings) => {
    setReplaced(addHoldings(holdings, added).replaced);
    setHoldings((known) => addHoldings(known, added).holdings);
  };
  const change = (isin: string, next: Partial<AnalysisHolding>) =>
    setHoldings((known) => known.map((one) => (one.isin === isin ? { ...one, ...next } : one)));
  const missing = holdings.length === 0 ? 'none' : holdings.every(isComplete) ? null : 'incomplete';
  const tooMany =
    holdings.length > mostAnalysisHoldings
      ? t('analysis.holdings.tooMany', { count: holdings.length, most: mostAnalysisHoldings })
      : null;
  const refused = tooMany ?? (missing === null ? null : t(`analysis.holdings.${missing}`));
  return (
    <>
      <HoldingSearch
        guid={guid}
        holdings={holdings}
        onAdd={(holding) => {
          add([holding]);
          setFound(holding);
        }}
      />
      <HoldingFileCard guid={guid} onTake={add} />
      <BankCard guid={guid} isUnderWay={hasBankLink} onTake={add} />
      <Card title={t('analysis.holdings.title')}>
        {replaced.length === 0 ? null : (
          <Banner tone="warn" role="status" title={t('analysis.holdings.replacedTitle')}>
            <ul>
              {replaced.map(({ isin, name, quantity, value }) => (
                <li key={isin}>
                  {name === '' ? isin : name}:{' '}
                  {quantity === null
                    ? formatMoney(value ?? 0)
                    : t('analysis.holdings.units', { quantity: formatNumber(quantity, 0, 6) })}
                </li>
              ))}
            </ul>
            <p>{t('analysis.holdings.replaced')}</p>
          </Banner>
        )}
        {tooMany === null ? null : (
          <Banner tone="bad" role="alert">
            {tooMany}
          </Banner>
        )}
        {holdings.length === 0 ? (
          <p className="hint">
            {t(offersBank ? 'analysis.holdings.emptyOrBank' : 'analysis.holdings.empty')}
          </p>
        ) : (
          <ul ref={list} className="analysis__holdings">
            {holdings.map(({ isin, name, quantity, value }) => (
              <li key={isin} className="analysis__holding">
                <span className="analysis__holding-name">
                  {name === '' ? isin : name}
                  {name === '' ? null : <span className="hint">{isin}</span>}
                </span>
                <HoldingAmounts
                  quantity={quantity}
                  value={value}
                  isTried={isTried}
                  onChange={(next) => change(isin, next)}
                />
                <RemoveButton
                  label={t('analysis.holdings.remove', { name: name === '' ? isin : name })}
                  onClick={() => setHoldings((known) => known.filter((one) => one.isin !== isin))}
                />
              </li>
            ))}
          </ul>
        )}
        <p className="hint">{t('analysis.holdings.hint')}</p>
      </Card>
      {/* Many rows stand between the button and what is said above them. */}
      {isTried && refused !== null ? (
        <Banner tone="bad" role="alert">
          {refused}
        </Banner>
      ) : null}
      {error === null || refused !== null ? null : (
        <Banner tone="bad" role="alert">
          {error}
        </Banner>
      )}
      {onSkip === null ? null : <p className="hint">{t('analysis.holdings.skipHint')}</p>}
      <div className="question__buttons">
        {saving === 'none' ? null : (
          <span className="hint" role="status">
            {t(`questions.saving.${saving}`)}
          </span>
        )}
        <Button onClick={onBack}>{t('common.back')}</Button>
        {onSkip === null ? null : <Button onClick={onSkip}>{t('analysis.holdings.skip')}</Button>}
        <Button
          kind="primary"
          isBusy={isBusy}
          onClick={() => {
            setTried(true);
            if (refused === null) onDone();
          }}
        >
          {t('analysis.holdings.calculate')}
        </Button>
      </div>
    </>
  );
}
