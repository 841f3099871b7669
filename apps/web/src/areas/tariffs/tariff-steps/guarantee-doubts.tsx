import { combinationText } from '@depotwerk/domain/combination-text';
import { doubtsOfGuarantee, type TariffGuarantee } from '@depotwerk/engine/guarantee/tariff-guarantee';
import { said } from '../../../texts/texts.ts';
import { Banner } from '../../../ui/feedback.tsx';

/** These findings speak of the tariff as a whole and name nothing. */
const nameless = { classOf: String, groupOf: String, fundOf: String };

/** Says at once what the check of the version will say of level and interest by themselves. */
export function GuaranteeDoubts(promise: Pick<TariffGuarantee, 'level' | 'interest'>) {
  return (
    <div role="status">
      {doubtsOfGuarantee(promise).map(({ code, severity, values }) => {
        const { title, text } = combinationText({ code, subject: 'combination', values }, nameless);
        return (
          <Banner key={code} tone={severity === 2 ? 'bad' : 'warn'} title={said(title)}>
            {said(text)}
          </Banner>
        );
      })}
    </div>
  );
}
