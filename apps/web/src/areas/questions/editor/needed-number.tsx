import { formatNumber, parseNumber } from '@depotwerk/domain/number-text';
import { t } from '../../../texts/texts.ts';
import { withMessage } from '../../../ui/number-fields.tsx';
import { ParsedField, type ParsedFieldProps } from '../../../ui/parsed-field.tsx';

interface NeededNumberProps extends Omit<ParsedFieldProps<number>, 'value' | 'onChange'> {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
}

/**
 * A whole number that has to be there. An empty field stays empty while another number is typed and reads as none, so that
 * nothing is sent with the number it held before.
 */
export function NeededNumber({ min, max, onChange, ...rest }: NeededNumberProps) {
  return (
    <ParsedField
      {...rest}
      isNumber
      inputMode="numeric"
      parse={(text) =>
        text.trim() === ''
          ? { ok: false, message: t('validators.required') }
          : withMessage(parseNumber(text, { precision: 0, min, max }), 'validators.wholeNumber')
      }
      format={(number) => formatNumber(number, 0, 0)}
      onChange={(number) => (number === null ? undefined : onChange(number))}
    />
  );
}
