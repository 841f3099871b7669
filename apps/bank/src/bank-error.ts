/** Status and German text of every refusal; docs/practice-bank.md lists them. */
const refusals = {
  'request.invalid': [400, 'Die Anfrage ist unvollständig oder fehlerhaft.'],
  'auth.passwordRules': [400, 'Das neue Passwort erfüllt die Regeln nicht.'],
  'signing.invalidCode': [400, 'Die TAN ist falsch.'],
  'signing.unknownMethod': [400, 'Dieses TAN-Verfahren ist hier nicht möglich.'],
  'auth.wrongPassword': [401, 'Anmeldename oder Passwort ist falsch.'],
  'auth.oldPasswordWrong': [401, 'Das alte Passwort ist falsch.'],
  'auth.sessionExpired': [401, 'Die Sitzung ist abgelaufen.'],
  'auth.passwordExpired': [403, 'Das Passwort ist abgelaufen und muss geändert werden.'],
  'signing.notConfirmed': [403, 'Die Freigabe fehlt.'],
  'signing.tooManyAttempts': [403, 'Die TAN war zu oft falsch. Die Freigabe ist beendet.'],
  'control.foreign': [403, 'Dieser Aufruf kommt nicht von dieser Maschine oder von einer fremden Seite.'],
  'bank.unknown': [404, 'Diese Bank ist nicht bekannt.'],
  'depot.unknown': [404, 'Dieses Depot ist nicht bekannt.'],
  'signing.unknown': [404, 'Diese Freigabe ist nicht bekannt.'],
  'order.unknown': [404, 'Dieser Auftrag ist nicht bekannt.'],
  'control.unknown': [404, 'Das gibt es hier nicht.'],
  'order.contentDiffers': [409, 'Unter dieser Auftragsnummer liegt ein anderer Auftrag vor.'],
  'depot.contentDiffers': [409, 'Unter dieser Nummer liegt ein anderer Antrag vor.'],
  'order.exists': [409, 'Dieser Auftrag liegt bereits vor.'],
  'signing.transactionChanged': [409, 'Der Auftrag entspricht nicht der Freigabe.'],
  'signing.notPending': [409, 'Diese Freigabe ist bereits entschieden.'],
  'depot.closed': [409, 'Das Depot ist nicht eröffnet.'],
  'depot.notEmpty': [409, 'Das Depot hat noch Bestände oder offene Aufträge.'],
  'signing.expired': [410, 'Die Freigabe ist abgelaufen.'],
  'order.refused': [422, 'Der Auftrag wurde abgelehnt.'],
  'contract.missingConfirmation': [422, 'Der Kunde hat den Vertrag noch nicht bestätigt.'],
  'auth.locked': [423, 'Der Zugang ist gesperrt.'],
  'signing.tooManySends': [429, 'Für diese Freigabe wurde zu oft eine TAN verschickt.'],
  'bank.error': [500, 'Bei der Bank ist ein Fehler aufgetreten.'],
  'bank.closed': [503, 'Die Bank ist zurzeit nicht erreichbar.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RefusalCode = keyof typeof refusals;

/** Code and status of every refusal, for the documentation's test. */
export const refusalStatuses: readonly (readonly [code: string, status: number])[] = Object.entries(
  refusals,
).map(([code, [status]]) => [code, status]);

/** A refusal of the bank. Work done before it in the same transaction is rolled back, except where it is returned. */
export class BankError extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: RefusalCode, details: Readonly<Record<string, unknown>> = {}) {
    const [status, message] = refusals[code];
    super(message);
    this.name = 'BankError';
    this.code = code;
    this.status = status;
    this.details = details;
  }

  toBody(): object {
    return { code: this.code, message: this.message, ...this.details };
  }
}
