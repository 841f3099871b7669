import type { FormElement } from '@depotwerk/api/contracts/elements';
import type { ElementData } from '@depotwerk/domain/element-condition';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Handover } from '../../../platform/key-information/write-handovers.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import type { ElementForm, Finding } from './element-form.ts';
import { readFundSwitchContext } from './fund-switch-context.view.ts';
import { fundSwitchForm } from './fund-switch-form.ts';
import { fundIdsOf, fundSwitchRequest } from './fund-switch-request.ts';

/** A form of one contract with the data of one moment. */
export interface OpenForm {
  readonly elementKey: string;
  readonly version: number;
  readonly contractId: string;
  readonly groupId: string | null;
  readonly tariffId: string;
  /** Funds the contract holds or saves into. */
  readonly ownFundIds: readonly number[];
  readonly request: ElementData;
  readonly element: FormElement;
  readonly validation: readonly Finding[];
  /** Key information that is recorded as handed over when it is sent; null = none. */
  readonly handsOver: Omit<Handover, 'handedOverAt'> | null;
  /** The same form after a command; null when the form has no such command. */
  run(command: string): OpenForm | null;
}

interface Head {
  readonly contractId: string;
  readonly groupId: string | null;
  readonly tariffId: string;
  readonly ownFundIds: readonly number[];
}

function open<Context extends Head, Request extends ElementData>(
  form: ElementForm<Context, Request>,
  context: Context,
  request: Request,
): OpenForm {
  return {
    elementKey: form.elementKey,
    version: form.version,
    contractId: context.contractId,
    groupId: context.groupId,
    tariffId: context.tariffId,
    ownFundIds: context.ownFundIds,
    request,
    element: form.describe(context, request),
    validation: form.validate(context, request),
    handsOver: form.handsOver(context, request),
    run: (command) => {
      const work = Object.hasOwn(form.commands, command) ? form.commands[command] : undefined;
      return work ? open(form, context, work(context, request)) : null;
    },
  };
}

/** The draft's data, or null when it was made for another version of the form and no longer fits. */
export const readableDraft = (data: unknown): unknown =>
  fundSwitchRequest.safeParse(data).success ? data : null;

/**
 * Opens a form of a contract with the data given, or as nobody has touched it (null).
 * `recorded` reads the contract and records that it was read.
 * @throws 404 without contract or form, 400 when the data is not this form's
 */
export async function openForm(
  services: ReadServices,
  scope: Scope,
  which: { readonly contractId: string; readonly elementKey: string },
  data: unknown,
  today: string,
  recorded: ReadServices = services,
): Promise<OpenForm> {
  if (which.elementKey !== fundSwitchForm.elementKey) throw new AppError('elements.notFound');
  const parsed = data === null ? null : fundSwitchRequest.safeParse(data);
  const fundIds = parsed?.success ? fundIdsOf(parsed.data) : [];
  const context = await readFundSwitchContext(services, scope, which.contractId, fundIds, today, recorded);
  if (context.insurerName === null) throw new AppError('elements.notFound');
  if (data === null) return open(fundSwitchForm, context, fundSwitchForm.initial(context));
  const request = fundSwitchForm.read(context, data);
  if (!request) {
    throw new AppError('common.validationFailed', {
      validation: [{ path: 'body.request', code: 'invalid' }],
    });
  }
  return open(fundSwitchForm, context, request);
}
