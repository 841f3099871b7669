import type { ReactNode } from 'react';
import { FormField } from '../../../forms/form-field.tsx';
import { t } from '../../../texts/texts.ts';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { FundPicker } from '../../funds/public/fund-picker.tsx';
import type { Fund } from '../../funds/public/fund-queries.ts';
import type { ContractEntityForm } from './day-field.tsx';
import { FieldIssueLine } from './field-issue-line.tsx';
import type { ContractNames } from './fund-names.ts';
import './contract-form.css';

interface FundLinesProps<Line extends { readonly fundId: number }> {
  form: ContractEntityForm;
  /** Field of the draft the lines are. */
  path: 'holdings' | 'planEntries';
  lines: readonly Line[];
  names: ContractNames;
  pickerLabel: string;
  /** Inputs of a line beside the fund's name; `set` changes members of that line. */
  renderFields: (line: Line, set: (part: Partial<Line>) => void) => ReactNode;
  lineOf: (fund: Fund) => Line;
  onChange: (next: (lines: readonly Line[]) => readonly Line[]) => void;
}

/** One line a fund, each fund once, and below them the search that adds one. */
export function FundLines<Line extends { readonly fundId: number }>({
  form,
  path,
  lines,
  names,
  pickerLabel,
  renderFields,
  lineOf,
  onChange,
}: FundLinesProps<Line>) {
  return (
    <FormField path={path}>
      <ul className="contract-form__lines">
        {lines.map((line) => (
          <li key={line.fundId} className="contract-form__line">
            <div className="contract-form__fund">
              <span>{names.fundOf(line.fundId)}</span>
              <span className="hint">{names.isinOf(line.fundId)}</span>
              <RemoveButton
                label={t('contracts.form.removeFund', { name: names.fundOf(line.fundId) })}
                onClick={() => onChange((before) => before.filter(({ fundId }) => fundId !== line.fundId))}
              />
            </div>
            {renderFields(line, (part) =>
              onChange((before) =>
                before.map((each) => (each.fundId === line.fundId ? { ...each, ...part } : each)),
              ),
            )}
          </li>
        ))}
      </ul>
      <FieldIssueLine text={form.errorOf(path)} />
      <FundPicker
        label={pickerLabel}
        pickLabel={t('contracts.form.addFund')}
        isExcluded={(id) => lines.some(({ fundId }) => fundId === id)}
        detailOf={({ isin }) => isin}
        onPick={(fund) => {
          names.rememberFund(fund);
          onChange((before) => [...before, lineOf(fund)]);
        }}
      />
    </FormField>
  );
}
