import { withRiskItemsNumber } from '@depotwerk/domain/tariff/check-fund-matrix';
import {
  classBorders,
  type FundMatrixClassDraft,
  type FundMatrixDraft,
  riskClassCounts,
} from '@depotwerk/domain/tariff/tariff-drafts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../texts/texts.ts';
import { NumberField } from '../../../ui/number-fields.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ChoiceField } from '../component-steps/choice-field.tsx';
import { riskTypesQuery } from '../lookup-queries.ts';
import { FieldSlot } from '../wizard/field-errors.tsx';
import { useWizard } from '../wizard/wizard-context.ts';

interface PartProps {
  matrix: FundMatrixDraft;
  change: (change: (matrix: FundMatrixDraft) => FundMatrixDraft) => void;
  errorAt: (path: string) => string | undefined;
  isReadOnly: boolean;
}

/** What the classes are measured in, and how many there are. */
export function MatrixControls({ matrix, change, errorAt, isReadOnly }: PartProps) {
  const riskTypes = useQuery(riskTypesQuery());
  return (
    <div className="allocation__controls">
      <FieldSlot path="fundMatrix.riskTypeId">
        <SelectField
          label={t('tariffWizard.matrix.riskTypeId')}
          isRequired
          error={errorAt('fundMatrix.riskTypeId')}
          value={matrix.riskTypeId === null ? '' : String(matrix.riskTypeId)}
          emptyLabel={t('allocation.choose')}
          lookup={riskTypes}
          options={(riskTypes.data ?? []).map(({ id, riskTypeName }) => ({
            value: String(id),
            label: riskTypeName,
          }))}
          isDisabled={isReadOnly}
          onChange={(id) => change((current) => ({ ...current, riskTypeId: id === '' ? null : Number(id) }))}
        />
      </FieldSlot>
      <FieldSlot path="fundMatrix.riskItemsNumber">
        <ChoiceField
          label={t('tariffWizard.matrix.riskItemsNumber')}
          error={errorAt('fundMatrix.riskItemsNumber')}
          value={matrix.riskItemsNumber === null ? '' : String(matrix.riskItemsNumber)}
          options={riskClassCounts.map((count) => ({ value: String(count), label: String(count) }))}
          isDisabled={isReadOnly}
          onChange={(count) => change((current) => withRiskItemsNumber(current, Number(count)))}
        />
      </FieldSlot>
      <FieldSlot path="fundMatrix.useQuota">
        <ChoiceField
          label={t('tariffWizard.matrix.useQuota')}
          error={errorAt('fundMatrix.useQuota')}
          value={matrix.useQuota === null ? '' : matrix.useQuota ? 'yes' : 'no'}
          options={[
            { value: 'no', label: t('common.no') },
            { value: 'yes', label: t('common.yes') },
          ]}
          isDisabled={isReadOnly}
          onChange={(choice) => change((current) => ({ ...current, useQuota: choice === 'yes' }))}
        />
      </FieldSlot>
    </div>
  );
}

/** Upper border, target and range of each class; the last border is always 100 %. */
export function ClassBorders({ matrix, change, errorAt, isReadOnly }: PartProps) {
  const { setFault } = useWizard();
  const last = matrix.riskItems.length - 1;
  const set = (index: number, member: (typeof classBorders)[number], value: number | null) =>
    change((current) => ({
      ...current,
      riskItems: current.riskItems.map(
        (item, place): FundMatrixClassDraft => (place === index ? { ...item, [member]: value } : item),
      ),
    }));
  return (
    <ol className="borders" aria-label={t('tariffWizard.matrix.riskItems')}>
      {matrix.riskItems.map((item, index) => (
        <li key={item.riskClassId} className="borders__class">
          <span className="borders__name">
            {t('allocation.classLongName', { riskClass: item.riskClassId })}
          </span>
          {classBorders.map((member) => {
            const path = `fundMatrix.riskItems.${index}.${member}`;
            return (
              <FieldSlot key={member} path={path}>
                <NumberField
                  label={t(`tariffWizard.matrix.${member}`)}
                  unit="%"
                  precision={1}
                  min={0}
                  max={100}
                  error={errorAt(path)}
                  value={item[member]}
                  isDisabled={isReadOnly || (member === 'upperBorder' && index === last)}
                  onChange={(value) => set(index, member, value)}
                  onFault={(message) => setFault(path, message)}
                />
              </FieldSlot>
            );
          })}
        </li>
      ))}
    </ol>
  );
}
