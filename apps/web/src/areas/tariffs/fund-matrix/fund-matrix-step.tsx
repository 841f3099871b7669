import { emptyFundMatrix } from '@depotwerk/domain/tariff/empty-drafts';
import type { FundMatrixDraft, TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { t } from '../../../texts/texts.ts';
import { Card } from '../../../ui/layout.tsx';
import { FieldSlot, useFieldErrors } from '../wizard/field-errors.tsx';
import type { WizardStepProps } from '../wizard/wizard-step-props.ts';
import { ClassBorders, MatrixControls } from './class-borders.tsx';
import { FundMatrix } from './fund-matrix.tsx';
import '../allocation/allocation.css';
import './fund-matrix.css';

/** Funds by risk class with the borders of the classes: what tariffs of types 7 and 8 define themselves by. */
export function FundMatrixStep(props: WizardStepProps<TariffDraft>) {
  const { draft, onChange, isReadOnly } = props;
  const errorAt = useFieldErrors(props);
  const matrix = draft.fundMatrix ?? emptyFundMatrix();
  const change = (apply: (matrix: FundMatrixDraft) => FundMatrixDraft) =>
    onChange((current) => ({ ...current, fundMatrix: apply(current.fundMatrix ?? emptyFundMatrix()) }));
  const part = { matrix, change, errorAt, isReadOnly };
  return (
    <FieldSlot path="fundMatrix">
      <div className="allocation">
        <MatrixControls {...part} />
        {matrix.riskItems.length === 0 ? (
          <p className="allocation__empty">{t('fundMatrix.chooseCount')}</p>
        ) : (
          <>
            <Card title={t('tariffWizard.matrix.riskItems')}>
              <ClassBorders {...part} />
            </Card>
            <FundMatrix {...part} tariffTypeId={draft.tariffTypeId} issuerId={draft.issuerId} />
          </>
        )}
      </div>
    </FieldSlot>
  );
}
